import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectation, parseBestMove, parseInfo, scoreText, whiteScore } from '../../src/engine/uci';

test('an info line with everything', () => {
  const info = parseInfo(
    'info depth 12 seldepth 19 multipv 2 score cp -34 lowerbound wdl 100 800 100 nodes 81231 nps 1015387 hashfull 21 tbhits 3 time 80 pv e2e4 e7e5',
  );
  assert.deepEqual(info, {
    depth: 12,
    selDepth: 19,
    multiPv: 2,
    score: { kind: 'cp', value: -34 },
    bound: 'lower',
    wdl: { win: 100, draw: 800, loss: 100 },
    nodes: 81231,
    nps: 1015387,
    hashFull: 21,
    tbHits: 3,
    time: 80,
    pv: ['e2e4', 'e7e5'],
  });
});

test('lines without a result', () => {
  for (const line of ['info string score cp 3', 'info depth 3 currmove e2e4 currmovenumber 1', 'bestmove e2e4', ''])
    assert.equal(parseInfo(line), undefined);
});

test('best moves', () => {
  assert.deepEqual(parseBestMove('bestmove e2e4 ponder e7e5'), { move: 'e2e4', ponder: 'e7e5' });
  assert.deepEqual(parseBestMove('bestmove (none)'), { move: undefined, ponder: undefined });
  assert.equal(parseBestMove('info'), undefined);
});

test('scores as people read them', () => {
  assert.equal(scoreText({ kind: 'cp', value: 134 }), '+1.34');
  assert.equal(scoreText({ kind: 'cp', value: -5 }), '−0.05');
  assert.equal(scoreText({ kind: 'cp', value: 0 }), '0.00');
  assert.equal(scoreText({ kind: 'mate', value: -3 }), '−M3');
  assert.deepEqual(whiteScore({ kind: 'cp', value: 20 }, false), { kind: 'cp', value: -20 });
});

test('the share of the point', () => {
  assert.equal(expectation({ kind: 'mate', value: 2 }), 1);
  assert.equal(expectation({ kind: 'cp', value: 0 }, { win: 200, draw: 600, loss: 200 }), 0.5);
  assert.ok(expectation({ kind: 'cp', value: 300 }) > 0.9);
});
