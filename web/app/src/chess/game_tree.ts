import type { CommentShape } from 'chessops/pgn';
import type { Score, Wdl } from '../engine/uci';
import type { MoveReview, Sides } from '../review/review_data';
import { checkFen, endingOf, playLine, startFen, turnOf, type Ending } from './rules';

// What an analysis found out about a position, from White's view.
export interface Verdict {
  score: Score;
  wdl?: Wdl;
  depth: number;
  best?: string;
  isRead?: boolean; // from a file: whoever found it out, our own analysis may replace it
}

export class GameNode {
  readonly children: GameNode[] = [];
  comment = '';
  before = ''; // a comment in front of the move, where a variation begins
  nags: number[] = [];
  shapes: CommentShape[] = []; // arrows and circles
  clock: number | undefined; // what the mover had left, s
  elapsed: number | undefined; // what the move took, s
  verdict: Verdict | undefined;
  review: MoveReview | undefined; // of the move that leads here

  constructor(
    readonly parent: GameNode | undefined,
    readonly ply: number, // from the root, which is 0
    readonly fen: string,
    readonly uci: string = '',
    readonly san: string = '',
  ) {}

  // How many moves there are from this one on, variations included.
  count(): number {
    return this.children.reduce((sum, child) => sum + child.count(), 1);
  }

  // From the root's first move to this one.
  path(): GameNode[] {
    return this.parent ? [...this.parent.path(), this] : [];
  }
}

// A game with its variations. The first child of a node is its main line.
export class GameTree {
  readonly headers = new Map<string, string>();
  review: { sides: Sides; moves: string[] } | undefined; // of the main line with these moves
  readonly root: GameNode;
  current: GameNode;

  constructor(fen: string = startFen) {
    const checked = checkFen(fen);
    if ('problem' in checked) throw new Error(checked.problem);
    this.root = new GameNode(undefined, 0, checked.fen);
    this.current = this.root;
  }

  // The move's node, created if it is new; nothing if the move is illegal. Does not change `current`.
  add(parent: GameNode, uci: string): GameNode | undefined {
    const [played] = playLine(parent.fen, [uci]);
    if (!played) return undefined;
    const known = parent.children.find((child) => child.uci === played.uci);
    if (known) return known;
    const node = new GameNode(parent, parent.ply + 1, played.fen, played.uci, played.san);
    parent.children.push(node);
    return node;
  }

  play(uci: string): GameNode | undefined {
    const node = this.add(this.current, uci);
    if (node) this.current = node;
    return node;
  }

  mainLine(): GameNode[] {
    const line: GameNode[] = [];
    for (let node = this.root.children[0]; node; node = node.children[0]) line.push(node);
    return line;
  }

  // Whether the node is in the main line, or is its root.
  isMain(node: GameNode): boolean {
    return node.path().every((step) => step.parent?.children[0] === step);
  }

  // Whether the node has not been removed.
  contains(node: GameNode): boolean {
    return (node.path()[0]?.parent ?? node) === this.root && node.path().every((step) => step.parent?.children.includes(step));
  }

  // Removes the node and everything after it from the game. What it gives back undoes that.
  remove(node: GameNode): () => void {
    const siblings = node.parent?.children;
    if (!siblings || !node.parent) return () => {};
    const { current } = this;
    if (current.path().includes(node)) this.current = node.parent;
    const at = siblings.indexOf(node);
    siblings.splice(at, 1);
    return () => {
      siblings.splice(Math.min(at, siblings.length), 0, node);
      this.current = current;
    };
  }

  // Makes the line through this node the main one.
  promote(node: GameNode): void {
    for (const step of node.path()) toFront(step);
  }

  // Makes the variation this node is in the main one where it begins, and leaves the rest as it is.
  raise(node: GameNode): void {
    const begin = node.path().findLast((step) => step.parent?.children[0] !== step);
    if (begin) toFront(begin);
  }

  // For the engine, which needs the moves to see repetitions.
  engineLine(node: GameNode = this.current): { fen: string; moves: string[] } {
    return { fen: this.root.fen, moves: node.path().map((step) => step.uci) };
  }

  ending(node: GameNode = this.current): Ending | undefined {
    const onBoard = endingOf(node.fen);
    if (onBoard) return onBoard;
    const key = (fen: string): string => fen.split(' ').slice(0, 4).join(' ');
    const seen = [this.root, ...node.path()].filter((step) => key(step.fen) === key(node.fen)).length;
    return seen >= 3 ? { reason: 'repetition' } : undefined;
  }

  // What both sides had on their clocks when the node was on the board, in ms; nothing where the game doesn't say.
  clocks(node: GameNode = this.current): Partial<Record<'white' | 'black', number>> {
    const left: Partial<Record<'white' | 'black', number>> = {};
    for (let step = node; step.parent; step = step.parent) {
      if (step.clock !== undefined) left[turnOf(step.parent.fen)] ??= step.clock * 1000;
      if (left.white !== undefined && left.black !== undefined) break;
    }
    return left;
  }

  // "12." or "12…" for the move that leads to the node.
  moveNumber(node: GameNode): string {
    const before = node.parent ?? node;
    const number = before.fen.split(' ')[5] ?? '1';
    return number + (turnOf(before.fen) === 'white' ? '.' : '…');
  }
}

function toFront(node: GameNode): void {
  const siblings = node.parent?.children ?? [];
  siblings.splice(siblings.indexOf(node), 1);
  siblings.unshift(node);
}
