import { symbolsOf } from '../chess/glyphs';
import type { Score, Wdl } from '../engine/uci';

export type Judgement = 'good' | 'inaccuracy' | 'mistake' | 'blunder';

export const judgementNags: Readonly<Record<Judgement, number>> = { good: 1, inaccuracy: 6, mistake: 2, blunder: 4 };

export function signOf(judgement: Judgement): string {
  return symbolsOf([judgementNags[judgement]]);
}

// What the engine's review says of a move.
export interface MoveReview {
  loss: number; // of the mover's winning chances, 0 to 1
  judgement: Judgement | '';
  missed: string; // what the better move would have achieved, as a sentence; empty: nothing that can be named
  allowed: string; // what the answer achieves
  better: string[]; // from the position before the move
  answer: string[]; // from the position after it
}

export interface SideReview {
  moves: number;
  accuracy: number;
  mean_loss: number;
  good: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
}

// Of a whole game.
export interface Sides {
  white: SideReview;
  black: SideReview;
}

// A line of `review`: a position of the game, scores from the side to move.
export interface ReviewStep {
  position: number;
  score: Score;
  wdl: Wdl;
  depth: number;
  move?: MoveReview & { uci: string };
  sides?: Sides;
}

type SentStep = Omit<ReviewStep, 'score' | 'wdl'> & { score: { cp?: number; mate?: number }; wdl: [number, number, number] };

// Nothing for a line that is none.
export function parseReviewStep(line: string): ReviewStep | undefined {
  if (!line.startsWith('{"position"')) return undefined;
  const { score, wdl, ...rest } = JSON.parse(line) as SentStep;
  return {
    ...rest,
    score: score.mate === undefined ? { kind: 'cp', value: score.cp ?? 0 } : { kind: 'mate', value: score.mate },
    wdl: { win: wdl[0], draw: wdl[1], loss: wdl[2] },
  };
}

export function isFault(review: MoveReview | undefined): boolean {
  return review !== undefined && review.judgement !== '' && review.judgement !== 'good';
}
