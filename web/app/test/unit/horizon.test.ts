import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mostTelling, parseHorizon } from '../../src/lab/horizon_report';

const report = `depth  plain                       captures                    quiescence                  engine                    
    1  Nxe4    +0.83           32  Nxe4    +0.83           36  Nxe4    +0.83           34  Nxe4    +0.83           34
    2  Nxe4    mate in 2      239  -                           Nc6     -0.02          389  Nbd7    +0.14         1694
    3  -                           Nc6     -0.02         1125  Nc6     mated in 11    389  Nbd7    +0.14         1694

At depth 2 the plain search plays Nxe4.
stand pat +1.07`.split('\n');

test('the two searches of each depth are read', () => {
  const found = parseHorizon(report);
  assert.deepEqual(found?.rows, [
    { depth: 1, without: { san: 'Nxe4', score: '+0.83', nodes: 32 }, with: { san: 'Nxe4', score: '+0.83', nodes: 34 } },
    { depth: 2, without: { san: 'Nxe4', score: 'mate in 2', nodes: 239 }, with: { san: 'Nc6', score: '-0.02', nodes: 389 } },
    { depth: 3, without: undefined, with: { san: 'Nc6', score: 'mated in 11', nodes: 389 } },
  ]);
  assert.equal(found?.text, 'At depth 2 the plain search plays Nxe4.\nstand pat +1.07');
});

test('the deepest disagreement is shown first, or the deepest depth', () => {
  const rows = parseHorizon(report)?.rows ?? [];
  assert.equal(mostTelling(rows)?.depth, 3);
  assert.equal(mostTelling(rows.slice(0, 2))?.depth, 2);
  assert.equal(mostTelling(rows.slice(0, 1))?.depth, 1);
  assert.equal(mostTelling([]), undefined);
});

test('an error is no report', () => {
  assert.equal(parseHorizon(['info string error: not in this build']), undefined);
  assert.equal(parseHorizon([]), undefined);
});
