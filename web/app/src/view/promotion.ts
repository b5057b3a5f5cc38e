import { el, pieceElement } from './dom';
import { texts } from '../texts';

const choices = [
  ['q', 'queen'],
  ['n', 'knight'],
  ['r', 'rook'],
  ['b', 'bishop'],
] as const;

// Where a square is on the screen.
export interface SquareBox {
  left: number;
  top: number;
  size: number;
  isAtTop: boolean; // of the board: there is room below it
}

// Asks on its square what a pawn becomes: the letter UCI wants, or nothing if the person thought better of it.
export function askPromotion(color: 'white' | 'black', box: SquareBox): Promise<string | undefined> {
  return new Promise((answer) => {
    const dialog = el('dialog', { class: 'promotion cg-wrap', 'aria-label': texts.play.promoteTo });
    for (const [letter, role] of box.isAtTop ? choices : choices.toReversed())
      dialog.append(
        el(
          'button',
          { type: 'button', value: letter, 'aria-label': texts.pieces[role][0], autofocus: letter === 'q', onclick: () => dialog.close(letter) },
          pieceElement(role, color),
        ),
      );
    dialog.style.setProperty('--square', `${box.size}px`);
    dialog.style.left = `${box.left}px`;
    dialog.style.top = `${box.isAtTop ? box.top : box.top - (choices.length - 1) * box.size}px`;
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close(); // beside it
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      answer(dialog.returnValue || undefined);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
