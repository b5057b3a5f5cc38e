import type { EngineSession } from '../engine/session';
import type { TreeNode } from './tree_node';

const levels = 4;

// The recorded tree, fetched piece by piece as it is looked at.
export class TreeStore {
  private readonly known = new Map<number, TreeNode>();
  private readonly parents = new Map<number, TreeNode>();

  constructor(private readonly session: EngineSession) {}

  // Records a search of the position the game has come to. What was said about it.
  async record(game: { fen: string; moves: string[] }, depth: number, nodes: number): Promise<string> {
    this.known.clear();
    this.parents.clear();
    const moves = game.moves.length > 0 ? ` moves ${game.moves.join(' ')}` : '';
    const lines = await this.session.collect([`position fen ${game.fen}${moves}`, `trace depth ${depth} nodes ${nodes}`]);
    return lines.at(-1) ?? '';
  }

  // The last window of an iteration.
  iteration(depth: number): Promise<TreeNode> {
    return this.fetch(`depth=${depth}`);
  }

  // Makes sure that a node's children are there.
  async open(node: TreeNode): Promise<TreeNode> {
    if (node.children || node.searched === 0) return node;
    let found = await this.fetch(`id=${node.id}`, levels);
    // Too much for one answer comes without children.
    if (!found.children) found = await this.fetch(`id=${node.id}`, 1);
    node.children = found.children ?? [];
    for (const child of node.children) this.adopt(child, node);
    return node;
  }

  // From the root's move to the node's; side questions (null move and the like) are in it too.
  path(node: TreeNode): TreeNode[] {
    const parent = this.parents.get(node.id);
    return parent ? [...this.path(parent), node] : [];
  }

  get size(): number {
    return this.known.size;
  }

  private async fetch(path: string, depth = levels): Promise<TreeNode> {
    const lines = await this.session.collect([`trace export json ${path} depth ${depth}`]);
    const answer = lines.find((line) => line.startsWith('{'));
    if (!answer) throw new Error(lines.at(-1)?.replace('info string error: ', '') ?? 'no answer');
    const node = JSON.parse(answer) as TreeNode;
    this.adopt(node, undefined);
    return node;
  }

  private adopt(node: TreeNode, parent: TreeNode | undefined): void {
    this.known.set(node.id, node);
    if (parent) this.parents.set(node.id, parent);
    for (const child of node.children ?? []) this.adopt(child, node);
  }
}
