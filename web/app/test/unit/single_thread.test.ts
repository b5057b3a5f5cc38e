import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SingleThread } from '../../../engine/src/single_thread';
import { limitThreads } from '../../../engine/src/threaded_engine';

class FakeWorker extends EventTarget {
  readonly got: string[] = [];
  isEnded = false;
  postMessage(line: string): void {
    this.got.push(line);
  }
  terminate(): void {
    this.isEnded = true;
  }
  say(line: string): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data: { line } }));
  }
}

function made(): { engine: SingleThread; workers: FakeWorker[]; heard: string[] } {
  const workers = [new FakeWorker()];
  const start = (): Promise<Worker> => {
    workers.push(new FakeWorker());
    return Promise.resolve(workers.at(-1) as unknown as Worker);
  };
  const engine = new SingleThread(workers[0] as unknown as Worker, start);
  const heard: string[] = [];
  engine.onLine = (line) => heard.push(line);
  return { engine, workers, heard };
}

const turn = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

test('stop ends the worker; the next one knows options and position', async () => {
  const { engine, workers, heard } = made();
  for (const line of ['setoption name Hash value 8', 'setoption name Hash value 16', 'position startpos', 'go infinite']) engine.send(line);
  engine.send('isready');
  workers[0]!.say('info depth 1 multipv 1 score cp 3 pv d2d4 d7d5');
  workers[0]!.say('info depth 1 multipv 2 score cp 1 pv e2e4');
  engine.send('stop');
  assert.ok(workers[0]!.isEnded);
  assert.equal(heard.at(-1), 'bestmove d2d4');
  assert.ok(heard.includes('readyok'));
  engine.send('go depth 3');
  await turn();
  assert.deepEqual(workers[1]!.got, ['setoption name Hash value 16', 'position startpos', 'go depth 3']);
});

test('a stop before the first line waits for it', () => {
  const { engine, workers, heard } = made();
  engine.send('go infinite');
  engine.send('stop');
  assert.deepEqual(heard, []);
  workers[0]!.say('info depth 1 multipv 1 score cp 3 pv d2d4');
  assert.equal(heard.at(-1), 'bestmove d2d4');
});

test('an endless search that ends early is answered after stop', () => {
  const { engine, workers, heard } = made();
  engine.send('go infinite');
  workers[0]!.say('bestmove a1a8');
  assert.deepEqual(heard, []);
  engine.send('stop');
  assert.deepEqual(heard, ['bestmove a1a8']);
  assert.ok(!workers[0]!.isEnded);
});

test('a bounded search is left alone', () => {
  const { engine, workers, heard } = made();
  engine.send('go depth 5');
  workers[0]!.say('bestmove a1a8');
  assert.deepEqual(heard, ['bestmove a1a8']);
});

test('no more threads than were prepared', () => {
  assert.equal(limitThreads('setoption name Threads value 16', 4), 'setoption name Threads value 4');
  assert.equal(limitThreads('setoption name Hash value 16', 4), 'setoption name Hash value 16');
});
