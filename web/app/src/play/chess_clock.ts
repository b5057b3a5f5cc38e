export type Side = 'white' | 'black';

// Two clocks, one of which runs. It never reads the real time: callers pass it, so that tests can choose it.
export class ChessClock {
  private readonly left: Record<Side, number>;
  private running: Side | undefined;
  private since = 0;

  constructor(
    minutes: number,
    private readonly increment: number, // ms
    left: Readonly<Record<Side, number>> | undefined = undefined, // of a game that goes on
  ) {
    this.left = left ? { ...left } : { white: minutes * 60_000, black: minutes * 60_000 };
  }

  start(side: Side, now: number): void {
    this.running = side;
    this.since = now;
  }

  // The side that was thinking has moved.
  press(now: number): void {
    if (!this.running) return;
    this.left[this.running] = this.remaining(this.running, now) + this.increment;
    this.start(this.running === 'white' ? 'black' : 'white', now);
  }

  stop(now: number): void {
    if (this.running) this.left[this.running] = this.remaining(this.running, now);
    this.running = undefined;
  }

  remaining(side: Side, now: number): number {
    const used = this.running === side ? now - this.since : 0;
    return Math.max(0, this.left[side] - used);
  }

  flagged(now: number): Side | undefined {
    return this.running && this.remaining(this.running, now) === 0 ? this.running : undefined;
  }

  get turn(): Side | undefined {
    return this.running;
  }
}

export function clockText(ms: number): string {
  if (ms < 20_000) return `0:${(Math.floor(ms / 100) / 10).toFixed(1).padStart(4, '0')}`;
  const seconds = Math.ceil(ms / 1000);
  const rest = String(seconds % 60).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
}
