import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barAt, layOut } from '../../src/lab/icicle';
import { verdictOf, type TreeNode } from '../../src/lab/tree_node';

let nextId = 0;
function node(children: TreeNode[] = []): TreeNode {
  return {
    id: nextId++, step: 'e2e4', move: 'e2e4', purpose: 'zero window', kind: 'non-pv', quiescence: false, cut_node: false, ply: 0, depth: 1,
    alpha: 0, beta: 1, score: 0, bound: 'upper', static_eval: 0, in_check: false, rule: 'none', figure: null, limit: null, best: null,
    nodes: children.reduce((sum, child) => sum + child.nodes + 1, 0), skipped: [], searched: children.length, children,
  };
}

function full(width: number, levels: number): TreeNode {
  return node(levels === 0 ? [] : Array.from({ length: width }, () => full(width, levels - 1)));
}

test('bars are as wide as their share', () => {
  const top = node([full(3, 1), node()]);
  const bars = layOut(top, 100, 5);
  assert.equal(bars[0]?.width, 100);
  assert.equal(barAt(bars, 10, 1)?.node, top.children?.[0]);
  assert.equal(barAt(bars, 90, 1)?.node, top.children?.[1]);
  assert.equal(barAt(bars, 10, 4), undefined);
  assert.equal(layOut(top, 100, 1).length, 1);
});

test('a picture of 100,000 nodes has no more bars than it has pixels', () => {
  const top = full(10, 5);
  assert.equal(top.nodes, 111_110);
  const bars = layOut(top, 800, 16);
  assert.equal(bars.length, 1 + 10 + 100, 'rows of 10,000 and more have bars of less than a pixel');
  assert.ok(bars.every((bar) => bar.width >= 1));
  assert.equal(layOut(top, 8000, 16).length, 1 + 10 + 100 + 1000, 'a closer look shows more');
});

test('verdicts', () => {
  assert.equal(verdictOf(node()), 'all');
  assert.equal(verdictOf({ ...node(), bound: 'lower' }), 'cut');
  assert.equal(verdictOf({ ...node(), bound: 'lower', rule: 'futility' }), 'rule');
});
