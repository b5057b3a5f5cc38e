type Properties = Record<string, string | number | boolean | ((event: Event) => void) | undefined>;

// An element with attributes; names that begin with "on" are listeners, `true` is an attribute without value.
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

export function byId<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element #${id}`);
  return found as T;
}

export function clampNumber(text: string, low: number, high: number, otherwise: number): number {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? otherwise : Math.min(high, Math.max(low, Math.round(value)));
}

// 1234567 -> "1.2M"
export function shortCount(count: number): string {
  for (const [unit, size] of [['G', 1e9], ['M', 1e6], ['k', 1e3]] as const)
    if (count >= size) return (count / size).toFixed(count >= 100 * size ? 0 : 1) + unit;
  return String(count);
}

// Chessground's style sheet draws pieces on elements of this name.
export function pieceElement(role: string, color: string): HTMLElement {
  const element = document.createElement('piece');
  element.className = `${role} ${color}`;
  return element;
}
