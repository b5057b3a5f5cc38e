import { positionLine } from '../engine/uci';
import type { TreeNode } from './tree_node';
import { texts } from '../texts';

// How many levels to ask for at once. An answer that would be too long comes without children: then ask for fewer.
const mostLevels = 4;

// The recorded tree, fetched piece by piece as it is looked at.
export class TreeStore {
  private readonly iterations = new Map<number, Promise<TreeNode>>();
  private readonly parents = new Map<number, TreeNode>();

  // `ask` gives the engine's lines for some commands.
  constructor(private readonly ask: (commands: string[]) => Promise<string[]>) {}

  // Records a search of the current position and returns what the engine said about it.
  async record(game: { fen: string; moves: string[] }, depth: number, nodes: number): Promise<string> {
    const lines = await this.ask([positionLine(game), `trace depth ${depth} nodes ${nodes}`]);
    return lines.at(-1) ?? '';
  }

  // The last window of an iteration.
  iteration(depth: number): Promise<TreeNode> {
    const found = this.iterations.get(depth) ?? this.fetch(`depth=${depth}`);
    this.iterations.set(depth, found);
    found.catch(() => this.iterations.delete(depth));
    return found;
  }

  // Fetches a node's children if need be.
  async open(node: TreeNode): Promise<TreeNode> {
    if (node.children || node.searched === 0) return node;
    const found = await this.fetch(`id=${node.id}`);
    node.children = found.children ?? [];
    for (const child of node.children) this.adopt(child, node);
    return node;
  }

  // From the root's move to the node's; side questions (null move and the like) are in it too.
  path(node: TreeNode): TreeNode[] {
    const parent = this.parentOf(node);
    return parent ? [...this.path(parent), node] : [];
  }

  parentOf(node: TreeNode): TreeNode | undefined {
    return this.parents.get(node.id);
  }

  private async fetch(path: string): Promise<TreeNode> {
    let node = await this.export(path, mostLevels);
    for (let levels = mostLevels >> 1; levels > 0 && !node.children && node.searched > 0; levels >>= 1)
      node = await this.export(path, levels);
    this.adopt(node, undefined);
    return node;
  }

  private async export(path: string, depth: number): Promise<TreeNode> {
    const lines = await this.ask([`trace export json ${path} depth ${depth}`]);
    const answer = lines.find((line) => line.startsWith('{'));
    if (!answer) throw new Error(withoutLabel(lines.at(-1) ?? texts.engine.noAnswer));
    return JSON.parse(answer) as TreeNode;
  }

  private adopt(node: TreeNode, parent: TreeNode | undefined): void {
    if (parent) this.parents.set(node.id, parent);
    for (const child of node.children ?? []) this.adopt(child, node);
  }
}

// What the engine says is wrong, for the user.
export function withoutLabel(line: string): string {
  return line.replace('info string error: ', '');
}
