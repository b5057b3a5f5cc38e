// The package in Node.js: what its types promise beyond the README's example.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createEngine, hasEngine } from '../dist/node.js';
import { flavours } from './bench_runs.mjs';

const entry = new URL('../dist/node.js', import.meta.url);
const folder = new URL('../dist/wasm/', import.meta.url);
const path = fileURLToPath(folder);
const timeout = 300_000; // ms; for slow machines

// Sends lines and waits for one that matches.
function answerTo(engine, lines, wanted) {
  return new Promise((found, failed) => {
    engine.onError = (message) => failed(new Error(message));
    engine.onLine = (line) => {
      if (wanted.test(line)) found(line);
    };
    for (const line of lines) engine.send(line);
  });
}

const places = {
  'a path': path,
  'a path without its slash': path.slice(0, -1),
  'a relative path': relative('', path),
  'an address': folder,
  "an address's text": folder.href,
};
for (const [what, place] of Object.entries(places))
  test(`the folder as ${what}`, { timeout }, async () => {
    assert.ok(await hasEngine(place));
    const engine = await createEngine({ folder: place, threads: false });
    assert.equal(await answerTo(engine, ['isready'], /^readyok$/), 'readyok');
    engine.terminate();
  });

test('a folder without an engine', { timeout }, async () => {
  assert.equal(await hasEngine('/nowhere'), false);
  await assert.rejects(createEngine({ folder: '/nowhere' }), /no engine found; `folder` must name .*\/nowhere\/files\.json/);
});

for (const flavour of flavours)
  test(`an endless search is stopped, and the next one answers: ${flavour}`, { timeout }, async () => {
    const engine = await createEngine({ flavour });
    assert.equal(engine.flavour, flavour);
    assert.equal(engine.isThreaded, flavour === 'threads');
    await answerTo(engine, ['position startpos moves e2e4', 'go infinite'], /^info .*\bpv /);
    assert.match(await answerTo(engine, ['stop'], /^bestmove/), /^bestmove [a-h][78]/);
    assert.match(await answerTo(engine, ['go depth 4'], /^bestmove/), /^bestmove [a-h][78]/);
    engine.terminate();
  });

test('no more threads than were asked for', { timeout }, async () => {
  const engine = await createEngine({ threads: 2 });
  assert.equal(engine.maxThreads, 2);
  assert.match(await answerTo(engine, ['setoption name Threads value 8', 'go depth 8'], /^bestmove/), /^bestmove/);
  engine.terminate();
});

const ends = {
  terminate: 'engine.terminate();',
  quit: "engine.send('quit');",
  'quit in a search': "engine.send('go infinite'); engine.send('quit');",
  // In modules with one thread a new worker is on its way then.
  'terminate right after stop': `
    engine.onLine = (line) => {
      if (!/ pv /.test(line)) return;
      engine.onLine = () => {};
      engine.send('stop');
      engine.terminate();
    };
    engine.send('go infinite');`,
};
for (const [what, end] of Object.entries(ends))
  for (const flavour of flavours)
    test(`the program ends after ${what}: ${flavour}`, { timeout }, () => {
      const script = `import { createEngine } from '${entry.href}'; const engine = await createEngine({ flavour: '${flavour}' }); ${end}`;
      const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', timeout: timeout / 2 });
      assert.equal(stderr, '');
      assert.equal(status, 0);
    });
