import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitLines } from '../../src/engine/line_splitter';
import { EngineSession } from '../../src/engine/session';
import { FakePort, started } from './fake_engine';

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
  let recovered = 0;
  session.onRecovered = () => recovered++;
  session.setOptions({ Hash: 64 });
  session.search({ fen: 'A', moves: [], go: 'infinite' });
  port.take();
  const ends = () => port.onLine('info string error: the engine ended; the next command starts it again');
  ends();
  assert.deepEqual(port.take(), ['setoption name Hash value 64', 'position fen A', 'go infinite'], 'it goes on');
  assert.equal(recovered, 0);
  port.onLine('info depth 1 score cp 1 pv e2e4');
  port.onLine('info depth 2 score cp 1 pv e2e4');
  assert.equal(recovered, 1);
  ends();
  assert.deepEqual(port.take(), ['isready'], 'but not for ever');
  port.onLine('readyok');
  assert.equal(recovered, 2);
  session.search({ fen: 'B', moves: [], go: 'depth 1' });
  assert.deepEqual(port.take(), ['setoption name Hash value 64', 'position fen B', 'go depth 1']);
  assert.equal(problems.length, 2);
});

test('what an engine says late to a page that has gone is not for the next one', async () => {
  const port = new FakePort();
  const session = new EngineSession(port);
  const starting = session.start();
  let done = 0;
  session.search({ fen: 'A', moves: [], go: 'depth 1', onDone: () => done++ });
  assert.deepEqual(port.take(), ['stop', 'uci']);
  port.onLine('info depth 9 score cp 1 pv e2e4');
  port.onLine('bestmove e2e4');
  await starting;
  assert.equal(done, 0);
  assert.ok(session.isSearching);
  assert.deepEqual(port.take(), ['isready', 'position fen A', 'go depth 1']);
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

test('questions are asked one after the other, and each gets its own answer', async () => {
  const { port, session } = await started();
  const answers = Promise.all([session.collect(['first']), session.collect(['second'])]);
  for (const answer of ['1', '2']) {
    await new Promise((done) => setImmediate(done));
    assert.deepEqual(port.take(), [answer === '1' ? 'first' : 'second', 'isready']);
    port.onLine(answer);
    port.onLine('readyok');
  }
  assert.deepEqual(await answers, [['1'], ['2']]);
});

test('an engine that ends leaves its question unanswered, and takes the next one', async () => {
  const { port, session } = await started();
  const first = session.collect(['first']);
  const second = session.collect(['second']);
  await new Promise((done) => setImmediate(done));
  port.onLine('info string error: the engine ended; the next command starts it again');
  await assert.rejects(first, /ended/);
  await new Promise((done) => setImmediate(done));
  port.onLine('2');
  port.onLine('readyok');
  assert.deepEqual(await second, ['2']);
});

test('an engine with a lab says so', async () => {
  const { port, session } = await started();
  assert.ok(!session.hasLab);
  port.onLine('option name Lab type check default false');
  assert.ok(session.hasLab);
});

test('a question waits for the end of the search, and a search for the answer', async () => {
  const { port, session } = await started();
  const problems: string[] = [];
  session.onProblem = (message) => problems.push(message);
  session.search({ fen: 'A', moves: [], go: 'infinite' });
  const answer = session.collect(['probe json']);
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(port.take(), ['position fen A', 'go infinite', 'stop']);
  session.search({ fen: 'B', moves: [], go: 'infinite' });
  port.onLine('bestmove e2e4');
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(port.take(), ['probe json', 'isready']);
  port.onLine('info string error: no tablebases: set SyzygyPath');
  assert.deepEqual(problems, [], 'an answer, not a problem of the page');
  port.onLine('info string error: option SyzygyPath: no usable Syzygy tables');
  port.onLine('readyok');
  assert.deepEqual(await answer, ['info string error: no tablebases: set SyzygyPath']);
  assert.equal(problems.length, 1, 'not of the question');
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(port.take(), ['position fen B', 'go infinite']);
});

test('a search waits for all questions that were asked before it', async () => {
  const { port, session } = await started();
  const answers = [session.collect(['first']), session.collect(['second'])];
  session.search({ fen: 'A', moves: [], go: 'infinite', onInfo: () => undefined });
  for (const question of ['first', 'second']) {
    await new Promise((done) => setImmediate(done));
    assert.deepEqual(port.take(), [question, 'isready']);
    port.onLine('readyok');
  }
  await Promise.all(answers);
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(port.take(), ['position fen A', 'go infinite']);
  assert.ok(session.isSearching);
});

test('what was asked beside a search is no answer to the next question', async () => {
  const { port, session } = await started();
  const problems: string[] = [];
  session.onProblem = (message) => problems.push(message);
  for (const late of ['{"explained":[]}', 'info string error: no line']) {
    session.search({ fen: 'A', moves: [], go: 'infinite' });
    const aside = session.aside('explain json', (line) => line.startsWith('{"explained"'));
    const answer = session.collect(['why e2e4']);
    port.onLine('bestmove e2e4');
    await new Promise((done) => setImmediate(done));
    assert.deepEqual(port.take().slice(-2), ['why e2e4', 'isready']);
    port.onLine(late);
    port.onLine('info string it was looked at first');
    port.onLine('readyok');
    assert.equal(await aside, late);
    assert.deepEqual(await answer, ['info string it was looked at first']);
  }
  assert.deepEqual(problems, []);
});

test('a question that gives way is not asked while something is searched', async () => {
  const { port, session } = await started();
  const first = session.collect(['first']);
  const second = session.collect(['second'], { givesWay: true });
  await new Promise((done) => setImmediate(done));
  let best: string | undefined;
  session.search({ fen: 'A', moves: [], go: 'depth 1', onDone: ({ move }) => (best = move) });
  port.onLine('readyok');
  assert.deepEqual(await Promise.all([first, second]), [[], []]);
  assert.deepEqual(port.take(), ['first', 'isready', 'position fen A', 'go depth 1']);
  port.onLine('bestmove e2e4');
  assert.equal(best, 'e2e4');
});

test('a search may begin with questions about its position', async () => {
  const { port, session } = await started();
  const heard: string[][] = [];
  const request = { moves: [], go: 'infinite', questions: ['eval json'], onAnswers: (lines: string[]) => heard.push(lines) };
  session.search({ fen: 'A', ...request });
  assert.deepEqual(port.take(), ['position fen A', 'eval json', 'isready', 'go infinite']);
  session.search({ fen: 'B', ...request }); // nobody wants the first answer any more
  port.onLine('{"a":1}');
  port.onLine('readyok');
  port.onLine('bestmove e2e4');
  port.onLine('{"b":2}');
  port.onLine('readyok');
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(heard, [['{"b":2}']]);
});
