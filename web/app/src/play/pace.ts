// Clocks by the names people know them by.
import { texts } from '../texts';

export interface ClockTime {
  minutes: number; // 0: no clock
  increment: number; // seconds a move
}

export const usualClocks: readonly ClockTime[] = [
  [1, 0], [2, 1], [3, 0], [3, 2], [5, 0], [5, 3], [10, 0], [10, 5], [15, 10], [30, 0], [30, 20],
].map(([minutes = 0, increment = 0]) => ({ minutes, increment }));

// By how long a game of forty moves would take, as on the servers people play on.
export function paceOf({ minutes, increment }: ClockTime): keyof typeof texts.play.pace {
  const seconds = minutes * 60 + 40 * increment;
  return seconds < 180 ? 'bullet' : seconds < 480 ? 'blitz' : seconds < 1500 ? 'rapid' : 'classical';
}

export function clockName(clock: ClockTime): string {
  return clock.minutes === 0 ? texts.play.noClock : texts.play.paceOf(texts.play.pace[paceOf(clock)], clock.minutes, clock.increment);
}
