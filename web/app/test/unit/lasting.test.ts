import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHash } from '../../src/address';
import { readPgn, writePgn } from '../../src/chess/pgn';
import { restoreGame, saveGame } from '../../src/chess/saved_game';
import { GameTree } from '../../src/chess/game_tree';

test('a link holds a token, a position or a game', () => {
  assert.deepEqual(parseHash('#token=0a1b'), { token: '0a1b' });
  assert.deepEqual(parseHash('#token=0a1b&fen=8/8/8/8/8/8/8/K1k5%20w%20-%20-%200%201'), { token: '0a1b', fen: '8/8/8/8/8/8/8/K1k5 w - - 0 1' });
  assert.deepEqual(parseHash('#fen=8/8/8/8/8/8/8/K1k5_w_-_-_0_1'), { fen: '8/8/8/8/8/8/8/K1k5 w - - 0 1' });
  assert.deepEqual(parseHash(`#pgn=${encodeURIComponent('1. e4 {a & b = c} Qf4+')}`), { pgn: '1. e4 {a & b = c} Qf4+' });
  assert.deepEqual(parseHash('#pgn=1. e4 {100%}'), { pgn: '1. e4 {100%}' });
  assert.deepEqual(parseHash('#token=<script>'), {});
  assert.deepEqual(parseHash(''), {});
});

test('a kept game comes back with everything in it', () => {
  const tree = readPgn('[White "A"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 $1 {good} (1. e3 Kd7 (1... Kf7 {odd}) 2. e4) 1... Kd7 2. e5 *')[0]?.tree;
  assert.ok(tree);
  const place = tree.root.children[1]?.children[1];
  assert.ok(place);
  tree.current = place;
  place.verdict = { score: { kind: 'cp', value: 12 }, depth: 7, wdl: { win: 1, draw: 998, loss: 1 }, best: 'e3e4' };
  const again = restoreGame(structuredClone(saveGame(tree)));
  assert.ok(again);
  assert.equal(writePgn(again), writePgn(tree));
  assert.equal(again.current.san, 'Kf7');
  assert.equal(again.current.comment, 'odd');
  assert.deepEqual(again.current.verdict, place.verdict);
});

test('what cannot be a game is not taken for one', () => {
  const saved = saveGame(new GameTree());
  assert.equal(restoreGame({ ...saved, fen: 'nonsense' }), undefined);
  assert.equal(restoreGame({ ...saved, nodes: [...saved.nodes, { parent: 0, uci: 'e2e5' }] }), undefined);
  assert.equal(restoreGame({} as never), undefined);
});
