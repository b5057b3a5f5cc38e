import { positionOf } from '../chess/rules';
import { makeSquare } from 'chessops/util';
import { texts } from '../texts';

const roles = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'] as const;

// The position in words, for screen readers: "White: king e1, queen d1, ... Black: ... White to move."
export function positionText(fen: string): string {
  const position = positionOf(fen);
  const side = (color: 'white' | 'black'): string =>
    roles
      .flatMap((role) => {
        const squares = [...position.board.pieces(color, role)].map((square) => makeSquare(square));
        if (squares.length === 0) return [];
        return [`${texts.pieces[role][squares.length > 1 ? 1 : 0]} ${squares.join(' ')}`];
      })
      .join(', ');
  const mover = texts[position.turn];
  const words = texts.position;
  const state = position.isCheckmate() ? words.checkmated(mover) : position.isCheck() ? words.inCheck(mover) : words.toMove(mover);
  return words.sides(side('white'), side('black'), state);
}
