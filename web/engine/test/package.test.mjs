// What others get when they install the package: everything its package.json and its README speak of.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));

test('the package is complete', () => {
  const [{ files }] = JSON.parse(execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: folder, encoding: 'utf8' }));
  const paths = files.map((file) => file.path);
  for (const needed of [
    'README.md', 'package.json', 'dist/index.js', 'dist/index.d.ts', 'dist/wasm/worker.js', 'dist/wasm/files.json',
    'dist/wasm/stillpoint-single.wasm', 'dist/wasm/stillpoint-threads.wasm', 'example/node.mjs',
  ])
    assert.ok(paths.includes(needed), needed);
  assert.equal(paths.filter((path) => path.endsWith('.nn')).length, 1, 'the network');
});

test('the example for Node.js answers', () => {
  const said = execFileSync(process.execPath, ['example/node.mjs', 'position startpos moves e2e4', 'go depth 5'], { cwd: folder, encoding: 'utf8' });
  assert.match(said, /^bestmove [a-h][1-8]/m);
});
