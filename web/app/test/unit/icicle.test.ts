import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barAt, layOut } from '../../src/lab/icicle';
import { verdictOf, type TreeNode } from '../../src/lab/tree_node';
import { aTreeNode } from './a_tree_node';

function full(width: number, levels: number): TreeNode {
  return aTreeNode(levels === 0 ? [] : Array.from({ length: width }, () => full(width, levels - 1)));
}

test('bars are as wide as their share', () => {
  const top = aTreeNode([full(3, 1), aTreeNode()]);
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
  assert.equal(verdictOf(aTreeNode()), 'all');
  assert.equal(verdictOf({ ...aTreeNode(), bound: 'lower' }), 'cut');
  assert.equal(verdictOf({ ...aTreeNode(), bound: 'lower', rule: 'futility' }), 'rule');
});
