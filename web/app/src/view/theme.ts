import type { Settings } from '../settings';

const order = ['system', 'light', 'dark'] as const;

export function applyTheme(theme: Settings['theme']): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function nextTheme(theme: Settings['theme']): Settings['theme'] {
  return order[(order.indexOf(theme) + 1) % order.length] ?? 'system';
}
