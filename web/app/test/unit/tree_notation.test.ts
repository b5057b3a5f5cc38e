import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFen } from '../../src/chess/rules';
import { scoreText } from '../../src/engine/uci';
import { factsOf, standing } from '../../src/lab/node_facts';
import { TreeNotation } from '../../src/lab/tree_notation';
import type { TreeNode } from '../../src/lab/tree_node';
import { aTreeNode } from './a_tree_node';

// A line of nodes, each the only child of the one before it.
function line(start: string, ...steps: Partial<TreeNode>[]): { nodes: TreeNode[]; notation: TreeNotation } {
  const nodes = [aTreeNode([], { move: null, step: 'root' }), ...steps.map((step) => aTreeNode([], step))];
  return { nodes, notation: new TreeNotation(start, (node) => nodes[nodes.indexOf(node) - 1]) };
}

test('nodes are called by what a person would write down', () => {
  const { nodes, notation } = line(startFen, { move: 'g1f3' }, { move: 'b8c6' }, { move: null, step: 'singular', purpose: 'singular' }, { move: 'd2d4' });
  assert.deepEqual(nodes.map((node) => notation.label(node)), ['root', 'Nf3', 'Nc6', 'singular', 'd4']);
  assert.equal(notation.san(nodes[1]!, 'g8f6'), 'Nf6');
  assert.equal(notation.san(nodes[1]!, 'a1a8'), 'a1a8', 'what is impossible stays as it is');
});

test('after a null move the same side moves again', () => {
  const { nodes, notation } = line(startFen, { move: 'e2e4' }, { move: null, step: 'null', purpose: 'null move' }, { move: 'd2d4' });
  assert.deepEqual(nodes.map((node) => notation.label(node)), ['root', 'e4', 'null move', 'd4']);
  assert.match(notation.fen(nodes[3]!), /^rnbqkbnr\/pppppppp\/8\/8\/3PP3\/8\/PPP2PPP\/RNBQKBNR b /);
});

test('castling, whichever way the engine writes it', () => {
  const fen = '4k3/8/8/8/8/8/8/4K2R w K - 0 1';
  for (const move of ['e1g1', 'e1h1']) {
    const { nodes, notation } = line(fen, { move });
    assert.equal(notation.label(nodes[1]!), 'O-O');
  }
});

test("a node's scores are shown as UCI's are", () => {
  const { nodes, notation } = line(startFen, { move: 'e2e4', alpha: null, beta: { mate: 3 }, score: { cp: -134 }, bound: 'exact', rule: 'reverse futility', unit: 'score', figure: { cp: 250 }, limit: { cp: 120 } });
  const facts = new Map(factsOf(nodes[1]!, nodes.slice(1), notation));
  assert.equal(facts.get('Window'), '−∞ to M3');
  assert.equal(facts.get('Score'), `${scoreText({ kind: 'cp', value: -134 })}: ended by a rule`);
  assert.equal(facts.get('Ended by'), 'reverse futility: +2.50 against +1.20');
  const late = aTreeNode([], { rule: 'late-move pruning', unit: 'moves', figure: 14, limit: 12 });
  assert.equal(new Map(factsOf(late, [], notation)).get('Ended by'), 'late-move pruning: 14 against 12');
});

test('a node tells its histories', () => {
  const quiet = { place: 3, stage: 'good quiets', score: -1250, extension: 0, reduction_1024: 1382, history: 40 };
  const { nodes, notation } = line(startFen, { move: 'e2e4', pick: quiet, best: 'e7e5' });
  const facts = new Map(factsOf(nodes[1]!, nodes.slice(1), notation));
  assert.equal(facts.get('Way'), 'e4');
  assert.equal(facts.get('Order'), '3rd, good quiets');
  assert.equal(facts.get('Histories'), '−1250 in the order, +40 for the reduction');
  assert.equal(facts.get('Depth'), 'reduction +1.35 plies');
  assert.equal(facts.get('Score'), 'at most 0.00: no move reached alpha');
  assert.equal(facts.get('Best move'), 'e5');
  const again = aTreeNode([], { pick: { ...quiet, extension: 2 }, purpose: 're-search' });
  assert.equal(new Map(factsOf(again, [], notation)).get('Depth'), 'extension +2 plies', 'no reduction is followed there');
  assert.equal(new Map(factsOf(nodes[0]!, [], notation)).get('Histories'), 'none');
  assert.equal(standing({ place: 22, stage: 'bad quiets', score: -3120 }), '22nd, bad quiets, −3120');
  assert.equal(standing({ place: 1, stage: 'table move', score: null }), '1st, table move');
});
