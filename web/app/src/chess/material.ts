// What was taken in a game, and who has more.
import type { Color, Role } from 'chessops/types';
import type { GameNode } from './game_tree';
import { positionOf } from './rules';

const worth: Readonly<Record<Role, number>> = { queen: 9, rook: 5, bishop: 3, knight: 3, pawn: 1, king: 0 };
const order: readonly Role[] = ['queen', 'rook', 'bishop', 'knight', 'pawn'];

export interface Material {
  taken: Record<Color, Role[]>; // by this side, the best first
  lead: number; // of White on the board, in pawns
}

// Only moves take pieces: what a position lacked from the beginning was not taken.
export function materialAt(node: GameNode): Material {
  const taken: Record<Color, Role[]> = { white: [], black: [] };
  for (const { parent, fen } of node.path()) {
    const before = positionOf(parent?.fen ?? fen);
    const after = positionOf(fen).board;
    const loser = before.turn === 'white' ? 'black' : 'white';
    for (const role of order)
      if (before.board.pieces(loser, role).size() > after.pieces(loser, role).size()) taken[before.turn].push(role);
  }
  const { board } = positionOf(node.fen);
  const sum = (color: Color): number => order.reduce((total, role) => total + worth[role] * board.pieces(color, role).size(), 0);
  for (const side of ['white', 'black'] as const) taken[side].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return { taken, lead: sum('white') - sum('black') };
}
