import type { Threat } from '../analysis';
import { expectation, type Info } from '../engine/uci';
import type { Arrow } from './board_view';

const [widest, thinnest] = [13, 3];
const lostForThinnest = 0.15; // of the point

// As wide as the move is good: one that gives away a seventh of the point, or more, is as thin as can be.
export function arrowWidth(best: Info, info: Info): number {
  const lost = expectation(best.score, best.wdl) - expectation(info.score, info.wdl);
  const share = Math.min(1, Math.max(0, lost / lostForThinnest));
  return Math.round(widest - share * (widest - thinnest));
}

export function lineArrows(lines: readonly (Info | undefined)[]): Arrow[] {
  const [best] = lines;
  if (!best) return [];
  return lines.flatMap((info, rank) =>
    info?.pv[0] ? [{ uci: info.pv[0], brush: rank === 0 ? 'green' : 'paleBlue', width: arrowWidth(best, info) } as const] : [],
  );
}

export function threatArrow({ fen, uci }: Threat): Arrow {
  return { uci, brush: 'red', fen };
}
