import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GameTree } from '../../src/chess/game_tree';
import { Match } from '../../src/play/match';
import { started } from './fake_engine';

test('a game against the engine: moves, take-back, hint, mate', async () => {
  const { port, session } = await started();
  const tree = new GameTree();
  const match = new Match({ person: 'white', level: 3, minutes: 0, increment: 0 }, tree, session);
  match.begin();
  port.take();
  assert.ok(match.personPlays('f2f3'));
  assert.ok(!match.personPlays('g2g4'), 'not our turn');
  assert.ok(port.take().includes('setoption name Skill Level value 3'));
  port.onLine('bestmove e7e5');
  assert.equal(tree.current.san, 'e5');
  match.takeBack();
  assert.equal(tree.current, tree.root);
  match.askHint();
  assert.ok(port.take().includes('setoption name Skill Level value 20'), 'hints are at full strength');
  port.onLine('bestmove e2e4');
  assert.equal(match.hint, 'e2e4');
  for (const [mine, theirs] of [['f2f3', 'e7e5'], ['g2g4', 'd8h4']] as const) {
    assert.ok(match.personPlays(mine));
    port.onLine(`bestmove ${theirs}`);
  }
  assert.deepEqual(match.result, { winner: 'black', reason: 'checkmate' });
  assert.equal(tree.headers.get('Result'), '0-1');
});

test('another engine takes over in the middle of a game', async () => {
  const first = await started();
  const second = await started();
  const tree = new GameTree();
  const match = new Match({ person: 'white', level: 3, minutes: 0, increment: 0 }, tree, first.session);
  match.begin();
  match.use(undefined);
  assert.ok(match.personPlays('e2e4'), 'nobody has to wait for an engine to start');
  assert.ok(match.isThinking);
  match.use(second.session);
  assert.ok(second.port.take().some((line) => line.endsWith('moves e2e4')), 'it is asked at once');
  first.port.onLine('bestmove a7a6');
  assert.equal(tree.current.san, 'e4', 'the first one has nothing to say any more');
  second.port.onLine('bestmove e7e5');
  assert.equal(tree.current.san, 'e5');
  second.port.take();
  match.use(first.session);
  assert.ok(!first.port.take().some((line) => line.startsWith('go')), 'it is not its turn');
});

test('a clock that runs out ends the game', async () => {
  const { session } = await started();
  let now = 0;
  const match = new Match({ person: 'white', level: 3, minutes: 1, increment: 0 }, new GameTree(), session, () => now);
  match.begin();
  now = 61_000;
  await ended(match);
  assert.deepEqual(match.result, { winner: 'black', reason: 'time' });
  match.takeBack();
  assert.deepEqual(match.result, { winner: 'black', reason: 'time' }, 'there is no time to play on');
  match.close();
});

function ended(match: Match): Promise<void> {
  return new Promise((done) => match.changed.on(() => match.result && done()));
}

test('a game goes on after its end is taken back, and so does its clock', async () => {
  const { port, session } = await started();
  let now = 0;
  const tree = new GameTree();
  const match = new Match({ person: 'white', level: 3, minutes: 1, increment: 0 }, tree, session, () => now);
  match.begin();
  for (const [mine, theirs] of [['f2f3', 'e7e5'], ['g2g4', 'd8h4']] as const) {
    match.personPlays(mine);
    port.onLine(`bestmove ${theirs}`);
  }
  assert.equal(tree.headers.get('Result'), '0-1');
  match.takeBack();
  assert.equal(tree.current.san, 'e5');
  assert.ok(match.personMayMove);
  assert.equal(tree.headers.get('Result'), undefined, 'nobody has won');
  now = 61_000;
  await ended(match);
  assert.deepEqual(match.result, { winner: 'black', reason: 'time' });
  match.close();
});

test('the game goes on where it stands, wherever the person looks meanwhile', async () => {
  const { port, session } = await started();
  const tree = new GameTree();
  const match = new Match({ person: 'white', level: 3, minutes: 0, increment: 0 }, tree, session);
  match.begin();
  match.personPlays('e2e4');
  tree.current = tree.root; // looks back while the engine thinks
  assert.equal(match.turn, 'black');
  port.onLine('bestmove e7e5');
  assert.deepEqual(tree.mainLine().map((node) => node.san), ['e4', 'e5']);
  assert.equal(tree.current.san, 'e5', 'the answer is shown');

  tree.current = tree.root;
  assert.ok(!match.personPlays('d2d4'), 'no second game beside the first');
  port.take();
  match.askHint();
  assert.ok(port.take().some((line) => line.endsWith('moves e2e4 e7e5')), 'a hint is for the game');
  port.onLine('bestmove g1f3');
  match.takeBack();
  assert.equal(tree.current, tree.root);
  assert.deepEqual(tree.mainLine(), []);
});
