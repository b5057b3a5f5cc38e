// Keys for frequent actions. Not while typing, and not where a control needs the key itself.
export function listenToKeys(actions: Readonly<Record<string, () => void>>): void {
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
}
