import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Analysis } from '../../src/analysis';
import { GameTree } from '../../src/chess/game_tree';
import { started } from './fake_engine';

async function analysing() {
  const { port, session } = await started();
  const analysis = new Analysis();
  analysis.use(session);
  const tree = new GameTree();
  tree.play('e2e4');
  return { port, analysis, tree };
}

const pause = () => new Promise((done) => setImmediate(done));

test('a game is looked at move by move', async () => {
  const { port, analysis, tree } = await analysing();
  const steps: number[] = [];
  analysis.gameStep.on(({ done, all }) => steps.push(done / all));
  const finished = analysis.analyseGame(tree, 50);
  for (const score of [30, -20]) {
    await pause();
    port.onLine(`info depth 5 score cp ${score} pv e2e4`);
    port.onLine('bestmove e2e4');
  }
  await finished;
  assert.deepEqual([tree.root, ...tree.mainLine()].map((node) => node.verdict?.score.value), [30, 20]);
  assert.deepEqual(steps, [0, 0.5, 1]);
});

test('what is asked for meanwhile ends the look at a game', async () => {
  for (const interrupt of [(a: Analysis) => a.stop(), (a: Analysis, tree: GameTree) => a.start(tree, 1), (a: Analysis) => a.leaveGame()]) {
    const { port, analysis, tree } = await analysing();
    let last = -1;
    analysis.gameStep.on(({ done, all }) => (last = done / all));
    const finished = analysis.analyseGame(tree, 50);
    await pause();
    assert.equal(last, 0);
    interrupt(analysis, tree);
    assert.equal(last, 1, 'the progress bar goes');
    await finished;
    assert.ok(port.take().includes('stop'));
  }
});

test('a look at a game ends the analysis of the position', async () => {
  const { analysis, tree } = await analysing();
  analysis.start(tree, 1);
  let told = 0;
  analysis.changed.on(() => told++);
  void analysis.analyseGame(tree, 50);
  assert.ok(!analysis.isOn);
  assert.ok(told > 0, 'the button hears of it');
});
