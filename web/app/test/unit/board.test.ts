// Clocks, levels, arrows, and what the engine says about a position.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Analysis } from '../../src/analysis';
import { GameTree } from '../../src/chess/game_tree';
import { readFacts } from '../../src/engine/answers';
import { parseInfo, type Info } from '../../src/engine/uci';
import { eloOf, levelText } from '../../src/play/levels';
import { clockName } from '../../src/play/pace';
import { arrowWidth, lineArrows } from '../../src/view/arrows';
import { soundOf } from '../../src/view/sound';
import { started } from './fake_engine';

test('clocks have the names people know', () => {
  const names = ([[1, 0], [2, 1], [3, 2], [5, 3], [10, 5], [15, 10], [30, 20], [0, 5]] as const).map(([minutes, increment]) => clockName({ minutes, increment }));
  assert.deepEqual(names, ['Bullet 1+0', 'Bullet 2+1', 'Blitz 3+2', 'Blitz 5+3', 'Rapid 10+5', 'Rapid 15+10', 'Classical 30+20', 'No clock']);
});

test('levels have an Elo and a word', () => {
  assert.deepEqual([0, 8, 19].map(eloOf), [500, 1500, 2875]);
  assert.equal(levelText(0), '0: 500 Elo, beginner');
  assert.equal(levelText(8), '8: 1500 Elo, club player');
  assert.equal(levelText(20), '20: full strength');
});

const info = (text: string): Info => {
  const found = parseInfo(`info depth 5 ${text}`);
  assert.ok(found);
  return found;
};

test('arrows are as wide as their moves are good', () => {
  const best = info('score cp 50 pv e2e4');
  const widths = ['score cp 50', 'score cp 30', 'score cp 0', 'score cp -300', 'score mate -3'].map((score) => arrowWidth(best, info(`${score} pv d2d4`)));
  assert.equal(widths[0], 13);
  assert.deepEqual(widths, [...widths].sort((a, b) => b - a));
  assert.ok(new Set(widths.slice(0, 3)).size === 3, String(widths));
  assert.equal(widths[3], 3);
  assert.equal(widths[4], 3);
  assert.deepEqual(lineArrows([best, undefined, info('score cp 50 multipv 3 pv d2d4')]).map(({ uci, brush }) => [uci, brush]), [['e2e4', 'green'], ['d2d4', 'paleBlue']]);
});

test('answers about a position are seen from White, and errors passed over', () => {
  const evaluation = '{"fen":"F","cp":-40,"wdl":[1,2,3],"pieces":[{"square":"d1","piece":"Q","cp":-900}]}';
  assert.deepEqual(readFacts([evaluation], false), { eval: { cp: 40, pieces: [{ square: 'd1', cp: 900 }] } });
  const tables = '{"fen":"F","wdl":"draw","dtz":0,"moves":[]}';
  assert.equal(readFacts(['info string error: no tablebases: set SyzygyPath', tables, '{broken'], true).tables?.wdl, 'draw');
  assert.deepEqual(readFacts(['info string error: x'], true), {});
});

test('what is heard of a move', () => {
  assert.deepEqual([soundOf('e4', false), soundOf('exd5', false), soundOf('Qxf7+', false), soundOf('Qxf7#', true)], ['move', 'capture', 'check', 'end']);
});

async function looking(options: readonly string[] = []) {
  const { port, session } = await started();
  for (const name of options) port.onLine(`option name ${name} type string default <empty>`);
  const analysis = new Analysis();
  analysis.use(session);
  return { port, analysis, pause: () => new Promise((done) => setImmediate(done)) };
}

test('a threat is looked for before the lines', async () => {
  const { port, analysis } = await looking();
  const tree = new GameTree();
  tree.play('e2e4');
  analysis.wantsThreat = true;
  analysis.start(tree, 2);
  assert.deepEqual(port.take().slice(-2), ['position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1', 'go movetime 250']);
  port.onLine('bestmove d2d4');
  assert.equal(analysis.threatFor(tree.current.fen)?.uci, 'd2d4');
  assert.match(port.take().join('; '), /moves e2e4; go infinite/);
  tree.play('e7e5');
  assert.equal(analysis.threatFor(tree.current.fen), undefined, 'of another position');
});

test('few men on the board: the tables are asked, with or without an analysis', async () => {
  const { port, analysis, pause } = await looking(['SyzygyPath']);
  const tree = new GameTree('8/8/8/8/8/8/1k1K4/7Q b - - 0 1');
  const looked = analysis.look(tree);
  await pause();
  assert.ok(port.take().includes('probe json'));
  port.onLine('{"wdl":"loss","dtz":-10,"moves":[]}');
  port.onLine('readyok');
  await looked;
  assert.equal(analysis.factsFor(tree.current.fen).tables?.dtz, -10);
  analysis.start(tree, 1);
  assert.ok(!port.take().includes('probe json'), 'it is known');
});

test('a look at the board does not disturb the analysis of a game', async () => {
  const { port, analysis, pause } = await looking();
  const tree = new GameTree();
  tree.play('e2e4');
  analysis.wantsWorth = true;
  void analysis.analyseGame(tree, 50);
  await pause();
  port.take();
  await analysis.look(tree);
  assert.deepEqual(port.take(), []);
});
