import { byId, el } from './dom';

// What some keys do, and how the help tells it.
export interface KeyRow {
  shown: string; // as printed on the keys
  does: string;
  keys: Readonly<Record<string, () => void>>;
}

// Keys for frequent actions. Not while typing, and not where a control needs the key itself.
export function listenToKeys(rows: readonly KeyRow[]): void {
  const actions: Readonly<Record<string, () => void>> = Object.assign({}, ...rows.map(({ keys }) => keys));
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target as HTMLElement;
    if (target.closest('input, textarea, select, dialog[open]')) return;
    if (event.key === ' ' && target.closest('button, a, [role=tab]')) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  byId('keys').replaceChildren(...rows.map(({ shown, does }) => el('div', {}, el('dt', {}, shown), el('dd', {}, does))));
}
