// What others get when they install the package: these files and no others.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { installPackage } from './installed.mjs';

const source = fileURLToPath(new URL('..', import.meta.url));
let installed;
before(() => {
  installed = installPackage();
});
after(() => installed?.remove());

test('the package has what it needs and nothing else', () => {
  const paths = installed.packed.files.map((file) => file.path.replace(/-[0-9a-f]{12}\.nn$/, '-CHECKSUM.nn'));
  assert.deepEqual(paths.sort(), [
    'LICENSE',
    'README.md',
    'dist/index.d.ts',
    'dist/index.js',
    'dist/node.js',
    'dist/node_worker.js',
    'dist/wasm/files.json',
    'dist/wasm/package.json',
    'dist/wasm/stillpoint-CHECKSUM.nn',
    'dist/wasm/stillpoint-plain.js',
    'dist/wasm/stillpoint-plain.wasm',
    'dist/wasm/stillpoint-single.js',
    'dist/wasm/stillpoint-single.wasm',
    'dist/wasm/stillpoint-threads.js',
    'dist/wasm/stillpoint-threads.wasm',
    'dist/wasm/stillpoint-threads.worker.js',
    'dist/wasm/worker.js',
    'package.json',
  ]);
  assert.equal(installed.packed.version.replace(/\.0$/, ''), readFileSync(join(source, '../../VERSION'), 'utf8').trim());
  const text = (file) => readFileSync(join(installed.folder, 'node_modules/stillpoint-engine', file), 'utf8');
  assert.match(text('LICENSE'), /GNU GENERAL PUBLIC LICENSE\s+Version 3/);
  assert.doesNotMatch(text('README.md'), /\]\(\.\./, 'a link out of the package');
  console.log(`package: ${installed.packed.size} bytes packed, ${installed.packed.unpackedSize} unpacked`);
});

test('the entries for browsers and Node.js offer the same', async () => {
  const names = await Promise.all(['index.js', 'node.js'].map(async (file) => Object.keys(await import(join(source, 'dist', file)))));
  assert.deepEqual(names[0].sort(), ['canUseThreads', 'createEngine', 'hasEngine']);
  assert.deepEqual(names[1].sort(), names[0]);
});

test('npm packs nothing without the modules', (t) => {
  const bare = mkdtempSync(join(tmpdir(), 'stillpoint-bare-'));
  t.after(() => rmSync(bare, { recursive: true }));
  for (const part of ['package.json', 'scripts', 'README.md']) cpSync(join(source, part), join(bare, part), { recursive: true });
  const { status, stderr } = spawnSync('npm', ['pack', '--dry-run'], { cwd: bare, encoding: 'utf8' });
  assert.notEqual(status, 0);
  assert.match(stderr, /the modules are missing/);
});
