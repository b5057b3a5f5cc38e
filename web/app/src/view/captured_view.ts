import type { Color } from 'chessops/types';
import type { GameNode } from '../chess/game_tree';
import { materialAt } from '../chess/material';
import { texts } from '../texts';
import { byId, el, pieceElement } from './dom';

let shown: { node: GameNode; orientation: Color } | undefined;

// What each side has taken, beside its edge of the board, and by how much it leads.
export function showCaptured(node: GameNode, orientation: Color): void {
  if (shown?.node === node && shown.orientation === orientation) return; // clocks tick more often than pieces are taken
  shown = { node, orientation };
  const { taken, lead } = materialAt(node);
  const isWhiteBelow = orientation === 'white';
  for (const [id, side] of [
    ['captured-bottom', isWhiteBelow ? 'white' : 'black'],
    ['captured-top', isWhiteBelow ? 'black' : 'white'],
  ] as const) {
    const other = side === 'white' ? 'black' : 'white';
    const ahead = side === 'white' ? lead : -lead;
    const words = taken[side].map((role) => texts.pieces[role][0] ?? role).join(', ');
    const strip = byId(id);
    strip.setAttribute('aria-label', words ? texts.facts.captured(texts[side], words) : texts.facts.nothingCaptured(texts[side]));
    strip.replaceChildren(
      ...taken[side].map((role, index) => {
        const piece = pieceElement(role, other);
        piece.classList.toggle('first', role !== taken[side][index - 1]);
        return piece;
      }),
      ...(ahead > 0 ? [el('span', { class: 'lead' }, `+${ahead}`)] : []),
    );
  }
}
