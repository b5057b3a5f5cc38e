import { ChildNode, defaultGame, emptyHeaders, makePgn, Node, parsePgn, startingPosition, type PgnNodeData } from 'chessops/pgn';
import { makeFen } from 'chessops/fen';
import { parseSan } from 'chessops/san';
import { makeUci } from 'chessops/util';
import { GameNode, GameTree } from './game_tree';
import { is960, positionOf, startFen } from './rules';

export interface ReadGame {
  tree: GameTree;
  title: string;
  problem?: string; // where the text stops making sense
}

export function readPgn(text: string): ReadGame[] {
  return parsePgn(text.replace(/^\uFEFF/, ''), emptyHeaders)
    .filter((game) => game.headers.size > 0 || game.moves.children.length > 0)
    .map((game) => {
      const start = startingPosition(game.headers);
      if (start.isErr) return { tree: new GameTree(), title: titleOf(game.headers), problem: 'The game does not start from a playable position.' };
      const tree = new GameTree(makeFen(start.value.toSetup()));
      for (const [name, value] of game.headers) tree.headers.set(name, value);
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
      problem ??= `“${child.data.san}” after move ${parent.ply} is not a legal move; what follows it was left out.`;
      continue;
    }
    node.comment = (child.data.comments ?? []).join(' ');
    node.nags = child.data.nags ?? [];
    problem = addMoves(tree, node, child) ?? problem;
  }
  return problem;
}

export function titleOf(headers: ReadonlyMap<string, string>): string {
  const player = (name: string): string => headers.get(name)?.replace(/^\?$/, '') || 'Unknown';
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
      comments: child.comment ? [child.comment] : undefined,
      nags: child.nags.length > 0 ? child.nags : undefined,
    });
    to.children.push(copy);
    copyMoves(child, copy);
  }
}
