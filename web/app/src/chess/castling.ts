// Castling rights by the rooks they belong to, which in Chess960 need not be the outermost ones.
import { parseBoardFen } from 'chessops/fen';
import type { SquareName } from 'chessops/types';
import { makeSquare } from 'chessops/util';
import { positionOf } from './rules';

export const rights = ['K', 'Q', 'k', 'q'] as const;
export type Right = (typeof rights)[number];
export type Castling = Partial<Record<Right, SquareName>>;

const colorOf = (right: Right): 'white' | 'black' => (right === right.toUpperCase() ? 'white' : 'black');
const isShort = (right: Right): boolean => right.toUpperCase() === 'K';

// The rooks a right may belong to, the outermost first. None where the king does not stand on its first rank.
export function castlingRooks(placement: string, right: Right): SquareName[] {
  const board = parseBoardFen(placement);
  if (board.isErr) return [];
  const color = colorOf(right);
  const king = board.value.kingOf(color);
  const first = color === 'white' ? 0 : 56;
  if (king === undefined || king < first || king > first + 7) return [];
  const rooks = [...board.value.pieces(color, 'rook')].filter((rook) => rook >= first && rook <= first + 7 && rook > king === isShort(right));
  return (isShort(right) ? rooks.reverse() : rooks).map(makeSquare);
}

export function castlingOf(fen: string): Castling {
  const castling: Castling = {};
  for (const right of rights) {
    const rook = positionOf(fen).castles.rook[colorOf(right)][isShort(right) ? 'h' : 'a'];
    if (rook !== undefined) castling[right] = makeSquare(rook);
  }
  return castling;
}

// The castling field of a FEN: the usual letters, and the file of a rook that is not the outermost one.
export function castlingField(placement: string, castling: Castling): string {
  const letters = rights.map((right) => {
    const rook = castling[right];
    if (!rook) return '';
    const file = rook.charAt(0);
    return rook === castlingRooks(placement, right)[0] ? right : colorOf(right) === 'white' ? file.toUpperCase() : file;
  });
  return letters.join('') || '-';
}
