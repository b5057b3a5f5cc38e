import type { GameNode, GameTree } from '../chess/game_tree';
import { turnOf, type Ending } from '../chess/rules';
import type { EngineSession, OptionValue } from '../engine/session';
import { fullStrength } from '../analysis';
import { Signal } from '../signal';
import { ChessClock, type Side } from './chess_clock';
import { fullLevel } from './levels';

export interface MatchSettings {
  person: Side;
  level: number; // 0 to 20, the engine's Skill Level
  minutes: number; // 0: no clock
  increment: number; // seconds
}

// A game that is interrupted by a reload: its moves are kept apart.
export interface SavedMatch {
  settings: MatchSettings;
  left: Record<Side, number> | undefined; // on the clocks, ms
}

const hintTime = 700; // ms
// Without a clock the engine answers at a comfortable pace.
const calmMoveTime = 800; // ms

// A game between a person and the engine. It goes on from its last move, whichever move is on the board.
export class Match {
  readonly changed = new Signal();
  result: Ending | undefined;
  hint: string | undefined;
  isThinking = false;
  readonly clock: ChessClock | undefined;
  private last: GameNode;
  private ticking: ReturnType<typeof setInterval> | undefined;

  constructor(
    readonly settings: MatchSettings,
    private readonly tree: GameTree,
    private session: EngineSession | undefined, // none while one engine is exchanged for another
    private readonly now: () => number = () => performance.now(),
    left: SavedMatch['left'] = undefined,
  ) {
    this.last = tree.current;
    if (settings.minutes > 0) this.clock = new ChessClock(settings.minutes, settings.increment * 1000, left);
    this.startClock();
    this.session?.newGame();
  }

  // Continues the game and its clocks with another engine.
  use(session: EngineSession | undefined): void {
    this.session?.cancel();
    this.session = session;
    this.session?.newGame();
    if (this.isThinking) this.think();
  }

  // Nothing if there is nothing to go on with.
  saved(): SavedMatch | undefined {
    if (this.result) return undefined;
    const now = this.now();
    const left = this.clock && { white: this.clock.remaining('white', now), black: this.clock.remaining('black', now) };
    return { settings: this.settings, left };
  }

  begin(): void {
    this.turnPassed();
  }

  get turn(): Side {
    return turnOf(this.last.fen);
  }

  get personMayMove(): boolean {
    return !this.result && this.turn === this.settings.person;
  }

  get isShown(): boolean {
    return this.tree.current === this.last;
  }

  personPlays(uci: string): boolean {
    return this.personMayMove && this.isShown && this.play(uci);
  }

  // Not after a clock has run out: there is no time to play on.
  get mayTakeBack(): boolean {
    return this.result?.reason !== 'time';
  }

  // Back to the person's last own decision.
  takeBack(): void {
    if (!this.mayTakeBack) return;
    this.session?.cancel();
    this.isThinking = false;
    this.result = undefined;
    this.tree.headers.delete('Result');
    this.hint = undefined;
    const back = (): void => {
      if (!this.last.parent) return;
      this.tree.remove(this.last);
      this.last = this.last.parent;
    };
    back();
    if (this.turn !== this.settings.person) back();
    this.tree.current = this.last;
    this.clock?.stop(this.now());
    this.startClock();
    this.turnPassed();
  }

  askHint(): void {
    if (!this.personMayMove) return;
    this.session?.search({
      ...this.tree.engineLine(this.last),
      go: `movetime ${hintTime}`,
      options: fullStrength(1),
      onDone: (best) => {
        this.hint = best.move;
        this.changed.emit();
      },
    });
  }

  resign(): void {
    if (!this.result) this.end({ winner: other(this.settings.person), reason: 'resignation' });
  }

  close(): void {
    clearInterval(this.ticking);
    this.session?.cancel();
  }

  private play(uci: string): boolean {
    const node = this.tree.add(this.last, uci);
    if (!node) return false;
    this.last = this.tree.current = node;
    this.hint = undefined;
    if (this.clock) {
      const mover = turnOf(node.parent?.fen ?? '');
      this.clock.press(this.now());
      node.clock = Math.floor(this.clock.remaining(mover, this.now()) / 100) / 10;
    }
    this.turnPassed();
    return true;
  }

  private turnPassed(): void {
    const ending = this.tree.ending(this.last);
    if (ending) return this.end(ending);
    if (this.turn !== this.settings.person) this.think();
    this.changed.emit();
  }

  private think(): void {
    this.isThinking = true;
    this.session?.search({
      ...this.tree.engineLine(this.last),
      go: this.goWords(),
      options: { ...fullStrength(1), ...this.strength() },
      onDone: (best) => {
        this.isThinking = false;
        if (best.move && !this.result) this.play(best.move);
      },
    });
  }

  private strength(): Record<string, OptionValue> {
    return { 'Skill Level': this.settings.level };
  }

  private goWords(): string {
    if (!this.clock) return `movetime ${calmMoveTime}`;
    const left = (side: Side): number => Math.round(this.clock?.remaining(side, this.now()) ?? 0);
    const increment = this.settings.increment * 1000;
    // A weak level plays no better with more time, and nobody likes to wait for it.
    if (this.settings.level < fullLevel)
      return `movetime ${Math.max(50, Math.min(calmMoveTime, Math.round(left(this.turn) / 40 + increment / 2)))}`;
    return `wtime ${left('white')} btime ${left('black')} winc ${increment} binc ${increment}`;
  }

  private startClock(): void {
    if (!this.clock) return;
    this.clock.start(this.turn, this.now());
    clearInterval(this.ticking);
    this.ticking = setInterval(() => this.tick(), 100);
  }

  private tick(): void {
    const loser = this.clock?.flagged(this.now());
    if (loser) this.end({ winner: other(loser), reason: 'time' });
    else this.changed.emit();
  }

  private end(ending: Ending): void {
    this.result = ending;
    this.isThinking = false;
    this.clock?.stop(this.now());
    clearInterval(this.ticking);
    this.session?.cancel();
    const result = ending.winner === 'white' ? '1-0' : ending.winner === 'black' ? '0-1' : '1/2-1/2';
    this.tree.headers.set('Result', result);
    this.changed.emit();
  }
}

function other(side: Side): Side {
  return side === 'white' ? 'black' : 'white';
}
