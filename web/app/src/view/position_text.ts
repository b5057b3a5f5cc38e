import { positionOf } from '../chess/rules';
import { makeSquare } from 'chessops/util';

const roles = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'] as const;

// The position in words, for screen readers: "White: king e1, queen d1, ... Black: ... White to move."
export function positionText(fen: string): string {
  const position = positionOf(fen);
  const side = (color: 'white' | 'black'): string =>
    roles
      .flatMap((role) => {
        const squares = [...position.board.pieces(color, role)].map((square) => makeSquare(square));
        if (squares.length === 0) return [];
        return [`${role}${squares.length > 1 ? 's' : ''} ${squares.join(' ')}`];
      })
      .join(', ');
  const mover = position.turn === 'white' ? 'White' : 'Black';
  const state = position.isCheckmate() ? `${mover} is checkmated.` : position.isCheck() ? `${mover} is in check.` : `${mover} to move.`;
  return `White: ${side('white')}. Black: ${side('black')}. ${state}`;
}
