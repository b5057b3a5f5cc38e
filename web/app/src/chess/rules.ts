// The rules come from chessops; this is what the page asks of them.
import { Chess, normalizeMove } from 'chessops/chess';
import { chessgroundDests } from 'chessops/compat';
import { makeFen, parseFen } from 'chessops/fen';
import { makeSan } from 'chessops/san';
import type { Move, SquareName } from 'chessops/types';
import { isNormal } from 'chessops/types';
import { makeSquare, makeUci, parseUci } from 'chessops/util';
import { texts, type Texts } from '../texts';

export const startFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

export function positionOf(fen: string): Chess {
  return parseFen(fen).chain((setup) => Chess.fromSetup(setup)).unwrap();
}

// The position in its usual spelling, or what is wrong with it, in words for the user.
export function checkFen(fen: string): { fen: string } | { problem: string } {
  const setup = parseFen(fen.trim());
  if (setup.isErr) return { problem: texts.fenProblems.noFen };
  const position = Chess.fromSetup(setup.value);
  if (position.isOk) return { fen: makeFen(position.value.toSetup()) };
  switch (position.error.message) {
    case 'ERR_EMPTY':
      return { problem: texts.fenProblems.empty };
    case 'ERR_OPPOSITE_CHECK':
      return { problem: texts.fenProblems.oppositeCheck };
    case 'ERR_PAWNS_ON_BACKRANK':
      return { problem: texts.fenProblems.pawns };
    case 'ERR_KINGS':
      return { problem: texts.fenProblems.kings };
    default:
      return { problem: texts.fenProblems.impossible };
  }
}

// A move as the engine writes it: castling is king takes rook.
export function readMove(position: Chess, text: string): Move | undefined {
  const move = parseUci(text);
  if (!move) return undefined;
  const normal = normalizeMove(position, move);
  return position.isLegal(normal) ? normal : undefined;
}

export interface PlayedMove {
  uci: string;
  san: string;
  fen: string; // afterwards
}

// The legal part of a line, with notation.
export function playLine(fen: string, moves: readonly string[]): PlayedMove[] {
  const position = positionOf(fen);
  const played: PlayedMove[] = [];
  for (const text of moves) {
    const move = readMove(position, text);
    if (!move) break;
    const san = makeSan(position, move);
    position.play(move);
    played.push({ uci: makeUci(move), san, fen: makeFen(position.toSetup()) });
  }
  return played;
}

export function legalTargets(fen: string): Map<SquareName, SquareName[]> {
  return chessgroundDests(positionOf(fen), { chess960: is960(fen) });
}

// Kings or rooks with castling rights off their usual squares.
export function is960(fen: string): boolean {
  const position = positionOf(fen);
  for (const square of position.castles.castlingRights)
    if (![0, 7, 56, 63].includes(square)) return true;
  for (const color of ['white', 'black'] as const) {
    const king = position.board.kingOf(color);
    const rights = position.castles.rook[color];
    if ((rights.a !== undefined || rights.h !== undefined) && king !== (color === 'white' ? 4 : 60)) return true;
  }
  return false;
}

export function needsPromotion(fen: string, from: SquareName, to: SquareName): boolean {
  const move = parseUci(from + to);
  if (!move || !isNormal(move)) return false;
  const piece = positionOf(fen).board.get(move.from);
  return piece?.role === 'pawn' && (to.endsWith('8') || to.endsWith('1'));
}

// Where a move is drawn: castling as the king's path to its new square.
export function drawnSquares(fen: string, uci: string): [SquareName, SquareName] | undefined {
  const position = positionOf(fen);
  const move = readMove(position, uci);
  if (!move || !isNormal(move)) return undefined;
  const isCastling = position.board.get(move.from)?.role === 'king' && position.board.get(move.to)?.color === position.turn;
  if (!isCastling) return [makeSquare(move.from), makeSquare(move.to)];
  const rank = uci[1];
  return [makeSquare(move.from), `${move.to > move.from ? 'g' : 'c'}${rank}` as SquareName];
}

export type Ending = { winner?: 'white' | 'black'; reason: keyof Texts['endings'] };

// Over by the rules on the board. Repetitions need the game: GameTree.ending.
export function endingOf(fen: string): Ending | undefined {
  const position = positionOf(fen);
  if (position.isCheckmate()) return { winner: position.turn === 'white' ? 'black' : 'white', reason: 'checkmate' };
  if (position.isStalemate()) return { reason: 'stalemate' };
  if (position.isInsufficientMaterial()) return { reason: 'material' };
  if (position.halfmoves >= 100) return { reason: 'fiftyMoves' };
  return undefined;
}

export function turnOf(fen: string): 'white' | 'black' {
  return fen.split(' ')[1] === 'b' ? 'black' : 'white';
}

export function manCount(fen: string): number {
  return (fen.split(' ')[0] ?? '').replace(/[^a-z]/gi, '').length;
}

// The position after the side to move has passed; nothing if it may not, because it is in check.
export function passed(fen: string): string | undefined {
  const fields = fen.split(' ');
  fields[1] = turnOf(fen) === 'white' ? 'b' : 'w';
  fields[3] = '-';
  const checked = checkFen(fields.join(' '));
  return 'problem' in checked ? undefined : checked.fen;
}
