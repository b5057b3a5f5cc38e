import {
  ChildNode,
  defaultGame,
  emptyHeaders,
  isMate,
  makeComment,
  makePgn,
  Node,
  parseComment,
  parsePgn,
  startingPosition,
  type Evaluation,
  type PgnNodeData,
} from 'chessops/pgn';
import { makeFen } from 'chessops/fen';
import { parseSan } from 'chessops/san';
import { makeUci } from 'chessops/util';
import { glyphGroups } from './glyphs';
import { GameNode, GameTree, type Verdict } from './game_tree';
import { is960, positionOf, startFen } from './rules';
import { judgementNags } from '../review/review_data';
import { texts } from '../texts';

export interface ReadGame {
  tree: GameTree;
  title: string;
  problem?: string; // where the text stops making sense
}

export function readPgn(text: string): ReadGame[] {
  return parsePgn(withoutLineComments(text.replace(/^\uFEFF/, '')), emptyHeaders)
    .filter((game) => game.headers.size > 0 || game.moves.children.length > 0)
    .map((game) => {
      const start = startingPosition(game.headers);
      if (start.isErr) return { tree: new GameTree(), title: titleOf(game.headers), problem: texts.game.notPlayable };
      const tree = new GameTree(makeFen(start.value.toSetup()));
      for (const [name, value] of game.headers) tree.headers.set(name, value);
      addNotes(tree.root, game.comments);
      const problem = addMoves(tree, tree.root, game.moves);
      tree.current = tree.root;
      return { tree, title: titleOf(game.headers), problem };
    });
}

function addMoves(tree: GameTree, parent: GameNode, from: Node<PgnNodeData>): string | undefined {
  let problem: string | undefined;
  for (const child of from.children) {
    const move = parseSan(positionOf(parent.fen), child.data.san);
    const node = move && tree.add(parent, makeUci(move));
    if (!node) {
      problem ??= texts.game.illegalMove(child.data.san, parent.ply);
      continue;
    }
    addNotes(node, child.data.comments);
    node.before = (child.data.startingComments ?? []).join(' ');
    node.nags = child.data.nags ?? [];
    problem = addMoves(tree, node, child) ?? problem;
  }
  return problem;
}

// A comment may hold commands: what the clock showed, arrows and circles, an evaluation.
function addNotes(node: GameNode, comments: readonly string[] = []): void {
  for (const { text, shapes, clock, emt, evaluation } of comments.map((comment) => parseComment(comment))) {
    node.comment = [node.comment, text.replace(/ {2,}/g, ' ')].filter((part) => part !== '').join(' ');
    node.shapes.push(...shapes);
    node.clock = clock ?? node.clock;
    node.elapsed = emt ?? node.elapsed;
    if (evaluation) node.verdict = verdictOf(evaluation);
  }
}

function verdictOf(evaluation: Evaluation): Verdict {
  return {
    score: isMate(evaluation) ? { kind: 'mate', value: evaluation.mate } : { kind: 'cp', value: Math.round(evaluation.pawns * 100) },
    depth: evaluation.depth ?? 0,
    isRead: true,
  };
}

// The rest of a line after ';' is a comment, too; the parser knows only those in braces.
export function withoutLineComments(text: string): string {
  if (!text.includes(';')) return text;
  let inBraces = false;
  return text
    .split('\n')
    .map((line) => {
      if (!inBraces && /^\s*\[|^%/.test(line)) return line;
      for (let at = 0; at < line.length; ++at) {
        if (inBraces) inBraces = line[at] !== '}';
        else if (line[at] === '{') inBraces = true;
        else if (line[at] === ';') return `${line.slice(0, at)}{ ${line.slice(at + 1).replaceAll('}', ')').trim()} }`;
      }
      return line;
    })
    .join('\n');
}

export function titleOf(headers: ReadonlyMap<string, string>): string {
  const player = (name: string): string => headers.get(name)?.replace(/^\?$/, '') || texts.game.unknownPlayer;
  const year = /^\d{4}/.exec(headers.get('Date') ?? '')?.[0];
  return `${player('White')} – ${player('Black')}${year ? `, ${year}` : ''}`;
}

export function writePgn(tree: GameTree): string {
  const game = defaultGame<PgnNodeData>();
  for (const [name, value] of tree.headers) game.headers.set(name, value);
  game.headers.set('Result', tree.headers.get('Result') ?? resultOf(tree));
  if (tree.root.fen !== startFen) {
    game.headers.set('SetUp', '1');
    game.headers.set('FEN', tree.root.fen);
    if (is960(tree.root.fen)) game.headers.set('Variant', 'Chess960');
  }
  game.comments = commentsOf(tree.root);
  copyMoves(tree.root, game.moves);
  return makePgn(game);
}

function resultOf(tree: GameTree): string {
  const last = tree.mainLine().at(-1) ?? tree.root;
  const ending = tree.ending(last);
  if (!ending) return '*';
  return ending.winner === 'white' ? '1-0' : ending.winner === 'black' ? '0-1' : '1/2-1/2';
}

function copyMoves(from: GameNode, to: Node<PgnNodeData>): void {
  for (const child of from.children) {
    const copy = new ChildNode<PgnNodeData>({
      san: child.san,
      startingComments: child.before ? [child.before] : undefined,
      comments: commentsOf(child),
      nags: nagsOf(child),
    });
    to.children.push(copy);
    copyMoves(child, copy);
  }
}

// The author's signs; the engine's where there is none that judges.
function nagsOf({ nags, review }: GameNode): number[] | undefined {
  const ours = review?.judgement && !nags.some((nag) => nag in glyphGroups.move) ? [judgementNags[review.judgement]] : [];
  return ours.length + nags.length > 0 ? [...ours, ...nags] : undefined;
}

function commentsOf(node: GameNode): string[] | undefined {
  const { comment, shapes, clock, elapsed, verdict, review } = node;
  const said = [review?.missed, review?.allowed, comment].filter((text) => text && (text === comment || !comment.includes(text)));
  const text = makeComment({ text: said.join(' ') || undefined, shapes, clock, emt: elapsed, evaluation: verdict && evaluationOf(verdict) });
  return text ? [text] : undefined;
}

// The verdict on a game that is over goes without saying.
function evaluationOf({ score, depth, isRead }: Verdict): Evaluation | undefined {
  if (depth === 0 && !isRead) return undefined;
  const known = depth > 0 ? { depth } : {};
  return score.kind === 'mate' ? { mate: score.value, ...known } : { pawns: score.value / 100, ...known };
}
