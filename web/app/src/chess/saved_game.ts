import { GameTree, type GameNode } from './game_tree';

// A game as plain data that a browser can keep: what cannot be worked out again from the moves.
export interface SavedGame {
  fen: string;
  headers: [string, string][];
  nodes: SavedNode[]; // the root first, parents before their children, main lines before variations
  current: number; // the index of the move on the board
  review?: GameTree['review'];
}

interface SavedNode extends Partial<Notes> {
  parent: number;
  uci: string;
}

const noteNames = ['comment', 'before', 'nags', 'shapes', 'clock', 'elapsed', 'verdict', 'review'] as const;
type Notes = Pick<GameNode, (typeof noteNames)[number]>;

function notesOf(node: GameNode): Partial<Notes> {
  const isThere = (value: unknown): boolean => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(noteNames.filter((name) => isThere(node[name])).map((name) => [name, node[name]]));
}

export function saveGame(tree: GameTree): SavedGame {
  const nodes: SavedNode[] = [];
  let current = 0;
  const pending: { node: GameNode; parent: number }[] = [{ node: tree.root, parent: -1 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, parent } = next;
    if (node === tree.current) current = nodes.length;
    const at = nodes.push({ parent, uci: node.uci, ...notesOf(node) });
    for (const child of node.children.toReversed()) pending.push({ node: child, parent: at - 1 });
  }
  return { fen: tree.root.fen, headers: [...tree.headers], nodes, current, review: tree.review };
}

// Nothing if the data makes no sense, as after a change of this format.
export function restoreGame(saved: SavedGame): GameTree | undefined {
  try {
    const tree = new GameTree(saved.fen);
    for (const [name, value] of saved.headers) tree.headers.set(name, value);
    const nodes: GameNode[] = [];
    for (const { parent, uci, ...notes } of saved.nodes) {
      const before = nodes[parent];
      const node = before ? tree.add(before, uci) : tree.root;
      if (!node) return undefined;
      Object.assign(node, notes);
      nodes.push(node);
    }
    tree.current = nodes[saved.current] ?? tree.root;
    tree.review = saved.review;
    return tree;
  } catch {
    return undefined;
  }
}
