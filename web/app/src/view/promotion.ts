import { el, pieceElement } from './dom';

const choices = [
  ['q', 'queen'],
  ['r', 'rook'],
  ['b', 'bishop'],
  ['n', 'knight'],
] as const;

// Asks what a pawn becomes: the letter UCI wants, or nothing if the person thought better of it.
export function askPromotion(color: 'white' | 'black'): Promise<string | undefined> {
  return new Promise((answer) => {
    const dialog = el('dialog', { class: 'promotion cg-wrap', 'aria-label': 'Promote the pawn to' });
    for (const [letter, role] of choices)
      dialog.append(
        el(
          'button',
          { type: 'button', value: letter, 'aria-label': role, onclick: () => dialog.close(letter) },
          pieceElement(role, color),
        ),
      );
    dialog.addEventListener('close', () => {
      dialog.remove();
      answer(dialog.returnValue || undefined);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
