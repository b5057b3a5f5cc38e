// The engine's answers about a position: `eval json` and `probe json` (docs/uci.md).
import type { SquareName } from 'chessops/types';

// What the static evaluation says, in centipawns from White's view.
export interface StaticEval {
  cp: number;
  pieces: { square: SquareName; cp: number }[]; // what each piece adds; kings have no figure
}

export type TableResult = 'win' | 'cursed win' | 'draw' | 'blessed loss' | 'loss';

// What the tablebases say, from the side to move.
export interface TableFacts {
  wdl: TableResult;
  dtz: number | null; // half-moves to the next capture or pawn move
  moves: TableMove[]; // the best first
}

export interface TableMove {
  move: string;
  wdl: TableResult;
  dtz: number | null;
}

export interface Facts {
  eval?: StaticEval;
  tables?: TableFacts;
}

// The answers among some lines; those to other questions, and errors, are passed over.
export function readFacts(lines: readonly string[], whiteToMove: boolean): Facts {
  const facts: Facts = {};
  for (const line of lines) {
    const answer = parsed(line);
    if (!answer) continue;
    if ('cp' in answer) facts.eval = fromWhite(answer as unknown as StaticEval, whiteToMove);
    else if ('dtz' in answer) facts.tables = answer as unknown as TableFacts;
  }
  return facts;
}

function fromWhite({ cp, pieces }: StaticEval, whiteToMove: boolean): StaticEval {
  const sign = whiteToMove ? 1 : -1;
  return { cp: sign * cp, pieces: (pieces ?? []).map((piece) => ({ square: piece.square, cp: sign * piece.cp })) };
}

function parsed(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
