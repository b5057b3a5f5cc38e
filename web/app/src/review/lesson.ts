import type { GameNode, GameTree } from '../chess/game_tree';
import { playLine } from '../chess/rules';
import { Signal } from '../signal';
import { texts } from '../texts';
import { isFault, type MoveReview } from './review_data';

export type Judge = (before: GameNode, uci: string) => Promise<MoveReview | undefined>;

// Learning from mistakes: the position before each, until a move is found that gives nothing away.
export class Lesson {
  readonly changed = new Signal();
  feedback = '';
  isSolved = false; // or shown
  right = 0;
  private at = 0;
  private helped = false;
  private tries = 0;

  constructor(
    readonly tree: GameTree,
    readonly moments: readonly GameNode[], // the moves to improve on
    private readonly judge: Judge,
  ) {}

  get moment(): GameNode | undefined {
    return this.moments[this.at];
  }

  get place(): { at: number; all: number } {
    return { at: this.at + 1, all: this.moments.length };
  }

  get isLast(): boolean {
    return this.at + 1 >= this.moments.length;
  }

  // Whether the position on the board is the one that is asked about.
  asksAbout(node: GameNode): boolean {
    return !this.isSolved && this.moment?.parent === node;
  }

  async answer(uci: string): Promise<void> {
    const moment = this.moment;
    const before = moment?.parent;
    const move = before && playLine(before.fen, [uci])[0];
    if (!moment || !before || !move) return;
    if (move.uci === moment.uci) return this.tell(texts.learn.sameAsPlayed(move.san));
    if (move.uci === moment.review?.better[0]) return this.solve(texts.learn.right(move.san));
    this.tell(texts.learn.thinking(move.san));
    const tried = ++this.tries;
    const review = await this.judge(before, uci).catch(() => undefined);
    if (tried !== this.tries || moment !== this.moment) return; // something else is wanted by now
    if (!review) this.tell(texts.learn.failed);
    else if (isFault(review)) this.tell(texts.learn.wrong(move.san, review.loss, review.allowed));
    else this.solve(texts.learn.rightToo(move.san, review.loss));
  }

  reveal(): void {
    this.helped = true;
    this.isSolved = true;
    this.tell('');
  }

  next(): void {
    ++this.tries;
    if (this.isLast) return;
    ++this.at;
    this.isSolved = this.helped = false;
    this.tell('');
  }

  private solve(message: string): void {
    if (!this.helped) ++this.right;
    this.isSolved = true;
    this.tell(this.isLast ? `${message} ${texts.learn.done(this.right, this.moments.length)}` : message);
  }

  private tell(message: string): void {
    this.feedback = message;
    this.changed.emit();
  }
}
