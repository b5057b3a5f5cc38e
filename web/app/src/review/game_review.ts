import { fullStrength, remember, rememberEnding, type Analysis } from '../analysis';
import type { GameNode, GameTree } from '../chess/game_tree';
import type { EngineSession } from '../engine/session';
import { Signal } from '../signal';
import { texts } from '../texts';
import { isFault, parseReviewStep, type MoveReview, type ReviewStep } from './review_data';

// Has the engine judge a game, as `stillpoint annotate` does, and keeps what it says beside the moves.
export class GameReview {
  readonly changed = new Signal();
  isRunning = false;

  constructor(private readonly analysis: Analysis) {}

  // Whether every move was judged; false if something else was wanted meanwhile.
  async run(session: EngineSession, tree: GameTree, moveTime: number): Promise<boolean> {
    const line = [tree.root, ...tree.mainLine()];
    tree.review = undefined;
    for (const node of line) node.review = undefined;
    this.isRunning = true;
    this.changed.emit();
    try {
      const step = async (): Promise<void> => {
        this.note(tree, line, await this.step(session));
        this.changed.emit();
      };
      return await this.analysis.wholeGame(line.length, step, () => this.begin(session, tree, line.at(-1) ?? tree.root, [], moveTime));
    } finally {
      this.isRunning = false;
      this.changed.emit();
    }
  }

  // What another move in a position is worth, by the same measure.
  async judge(session: EngineSession, tree: GameTree, before: GameNode, uci: string, moveTime: number): Promise<MoveReview | undefined> {
    this.analysis.stop();
    await this.begin(session, tree, before, [uci], moveTime);
    await this.step(session);
    return (await this.step(session)).move;
  }

  private async begin(session: EngineSession, tree: GameTree, last: GameNode, more: string[], moveTime: number): Promise<void> {
    const { fen, moves } = tree.engineLine(last);
    const played = [...moves, ...more];
    await session.collect(
      [`review start movetime ${moveTime} fen ${fen}${played.length > 0 ? ` moves ${played.join(' ')}` : ''}`],
      { options: fullStrength(1) },
    );
  }

  private async step(session: EngineSession): Promise<ReviewStep> {
    const lines = await session.collect(['review step']);
    for (const line of lines) {
      const step = parseReviewStep(line);
      if (step) return step;
    }
    throw new Error(lines.at(-1)?.replace(/^info string error: /, '') ?? texts.engine.noAnswer);
  }

  private note(tree: GameTree, line: readonly GameNode[], step: ReviewStep): void {
    const node = line[step.position];
    const next = line[step.position + 1];
    if (!node) return;
    node.verdict = undefined; // another engine's, or an analysis that does not fit what is said of the moves
    if (next || !rememberEnding(tree, node)) remember(node, { ...step, pv: [] });
    if (next && step.move) {
      const { loss, judgement, missed, allowed, better, answer } = step.move;
      next.review = { loss, judgement, missed, allowed, better, answer };
    }
    if (step.sides) tree.review = { sides: step.sides, moves: line.slice(1).map(({ uci }) => uci) };
  }
}

// The main line's moves that gave chances away, of one side or of both.
export function faultsOf(tree: GameTree, side: 'white' | 'black' | 'both'): GameNode[] {
  return tree.mainLine().filter((node) => isFault(node.review) && (side === 'both' || moverOf(node) === side));
}

export function moverOf(node: GameNode): 'white' | 'black' {
  return node.fen.split(' ')[1] === 'w' ? 'black' : 'white';
}

// What the sides achieved, unless the main line has changed since.
export function sidesOf(tree: GameTree): NonNullable<GameTree['review']>['sides'] | undefined {
  const line = tree.mainLine();
  const { review } = tree;
  return review && review.moves.length === line.length && review.moves.every((uci, index) => uci === line[index]?.uci) ? review.sides : undefined;
}

// The better lines as variations, each with its reason at the end; how many are new.
export function addBetterLines(tree: GameTree): number {
  let count = 0;
  for (const node of faultsOf(tree, 'both')) {
    const { better = [], missed = '' } = node.review ?? {};
    let at = node.parent;
    if (!at || at.children.some((child) => child.uci === better[0])) continue;
    for (const uci of better) at = at && tree.add(at, uci);
    if (at && at !== node.parent) {
      at.comment = missed;
      ++count;
    }
  }
  return count;
}
