import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GameTree } from '../../src/chess/game_tree';
import type { EnginePort } from '../../src/engine/engine_port';
import { EngineSession } from '../../src/engine/session';
import { splitLines } from '../../src/engine/line_splitter';
import { Match } from '../../src/play/match';

class FakePort implements EnginePort {
  readonly kind = 'native';
  readonly note = '';
  readonly maxThreads = 4;
  readonly hasLab = false;
  readonly sent: string[] = [];
  onLine: (line: string) => void = () => {};
  onEnd: (reason: string) => void = () => {};
  send(line: string): void {
    this.sent.push(line);
    if (line === 'uci')
      queueMicrotask(() => {
        this.onLine('id name Fake');
        this.onLine('option name Hash type spin default 16');
        this.onLine('option name Skill Level type spin default 20');
        this.onLine('uciok');
      });
  }
  close(): void {}
  take(): string[] {
    return this.sent.splice(0);
  }
}

async function started(): Promise<{ port: FakePort; session: EngineSession }> {
  const port = new FakePort();
  const session = new EngineSession(port);
  await session.start();
  port.take();
  return { port, session };
}

test('options are sent once, and only those the engine has', async () => {
  const { port, session } = await started();
  assert.equal(session.name, 'Fake');
  session.setOptions({ Hash: 64, Threads: 2 });
  session.search({ fen: 'F', moves: [], go: 'depth 1' });
  assert.deepEqual(port.take(), ['setoption name Hash value 64', 'position fen F', 'go depth 1']);
  port.onLine('bestmove e2e4');
  session.search({ fen: 'F', moves: ['e2e4'], go: 'depth 1' });
  assert.deepEqual(port.take(), ['position fen F moves e2e4', 'go depth 1']);
});

test('a new search waits for the answer to the old one, which nobody hears', async () => {
  const { port, session } = await started();
  const heard: string[] = [];
  const listener = (name: string) => ({
    onInfo: () => heard.push(`${name} info`),
    onDone: () => heard.push(`${name} done`),
  });
  session.search({ fen: 'A', moves: [], go: 'infinite', ...listener('A') });
  port.onLine('info depth 1 score cp 1 pv e2e4');
  session.search({ fen: 'B', moves: [], go: 'infinite', ...listener('B') });
  session.search({ fen: 'C', moves: [], go: 'depth 2', ...listener('C') });
  assert.deepEqual(port.take(), ['position fen A', 'go infinite', 'stop']);
  port.onLine('info depth 2 score cp 1 pv e2e4');
  port.onLine('bestmove e2e4');
  assert.deepEqual(port.take(), ['position fen C', 'go depth 2']);
  port.onLine('info depth 1 score cp 1 pv e2e4');
  port.onLine('bestmove e2e4');
  assert.deepEqual(heard, ['A info', 'C info', 'C done']);
  assert.ok(!session.isSearching);
});

test('a cancelled search says nothing', async () => {
  const { port, session } = await started();
  let heard = 0;
  session.search({ fen: 'A', moves: [], go: 'infinite', onDone: () => heard++ });
  session.cancel();
  port.onLine('bestmove e2e4');
  assert.equal(heard, 0);
});

test('an engine that was started again is told everything again', async () => {
  const { port, session } = await started();
  const problems: string[] = [];
  session.onProblem = (message) => problems.push(message);
  session.setOptions({ Hash: 64 });
  session.search({ fen: 'A', moves: [], go: 'infinite' });
  port.take();
  port.onLine('info string error: the engine ended; the next command starts it again');
  session.search({ fen: 'B', moves: [], go: 'depth 1' });
  assert.deepEqual(port.take(), ['setoption name Hash value 64', 'position fen B', 'go depth 1']);
  assert.equal(problems.length, 1);
});

test('lines are put together from any pieces', async () => {
  const bytes = new TextEncoder().encode('info string ü\n\nreadyok\nlast');
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const lines: string[] = [];
  await splitLines(stream, (line) => lines.push(line));
  assert.deepEqual(lines, ['info string ü', 'readyok', 'last']);
});

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

test('a clock that runs out ends the game', async () => {
  const { session } = await started();
  let now = 0;
  const match = new Match({ person: 'white', level: 3, minutes: 1, increment: 0 }, new GameTree(), session, () => now);
  match.begin();
  now = 61_000;
  await new Promise((done) => setTimeout(done, 250));
  assert.deepEqual(match.result, { winner: 'black', reason: 'time' });
  match.close();
});
