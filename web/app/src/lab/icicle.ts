import type { TreeNode } from './tree_node';

// One bar of the picture: a node, as wide as its share of the nodes, a row for each ply.
export interface Bar {
  node: TreeNode;
  parent: Bar | undefined;
  x: number;
  width: number;
  row: number;
}

// The bars below `top` that are wide enough to be seen. A node narrower than `least` pixels is left out with
// everything below it, so the work depends on the size of the picture, not of the tree.
export function layOut(top: TreeNode, width: number, rows: number, least = 1): Bar[] {
  const bars: Bar[] = [];
  const place = (node: TreeNode, parent: Bar | undefined, x: number, share: number, row: number): void => {
    const bar: Bar = { node, parent, x, width: share, row };
    bars.push(bar);
    if (!node.children || row + 1 >= rows) return;
    // A node weighs itself and what was searched below it, so that leaves weigh something too.
    const weight = (child: TreeNode): number => child.nodes + 1;
    const sum = node.children.reduce((total, child) => total + weight(child), 0);
    let at = x;
    for (const child of node.children) {
      const part = (share * weight(child)) / sum;
      if (part >= least) place(child, bar, at, part, row + 1);
      at += part;
    }
  };
  place(top, undefined, 0, width, 0);
  return bars;
}

export function barAt(bars: readonly Bar[], x: number, row: number): Bar | undefined {
  return bars.find((bar) => bar.row === row && x >= bar.x && x < bar.x + bar.width);
}
