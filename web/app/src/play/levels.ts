// The engine's levels as players know them.
import { texts } from '../texts';

export const fullLevel = 20;
// The ends of the engine's scale, over which the levels are spread (src/engine/strength.h).
export const [leastElo, mostElo] = [500, 3000];

export function eloOf(level: number): number {
  return leastElo + Math.floor((level * (mostElo - leastElo)) / fullLevel);
}

export function levelText(level: number): string {
  if (level >= fullLevel) return texts.play.fullLevel(level);
  const elo = eloOf(level);
  return texts.play.level(level, elo, texts.play.levelWords.find(([most]) => elo < most)?.[1] ?? '');
}
