import type { TreeNode } from '../../src/lab/tree_node';

let nextId = 0;

// A node of a recorded tree; what a test doesn't care about is of no interest.
export function aTreeNode(children: TreeNode[] = [], known: Partial<TreeNode> = {}): TreeNode {
  return {
    id: nextId++, step: 'e2e4', move: 'e2e4', purpose: 'zero window', kind: 'non-pv', quiescence: false, cut_node: false, ply: 0, depth: 1,
    alpha: { cp: 0 }, beta: { cp: 1 }, score: { cp: 0 }, bound: 'upper', static_eval: { cp: 0 }, in_check: false, rule: 'none', unit: 'score', figure: null, limit: null, best: null,
    pick: null, nodes: children.reduce((sum, child) => sum + child.nodes + 1, 0), skipped: [], searched: children.length, children, ...known,
  };
}
