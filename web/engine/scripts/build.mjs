// Gathers the package in dist/: the modules that `make wasm` built, the network if there is one, and our
// own TypeScript as JavaScript with types.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const root = join(here, '../..');
const dist = join(here, 'dist');
const served = join(dist, 'wasm'); // what a page's server needs to have
const wasm = process.env.STILLPOINT_WASM_DIR ?? join(root, 'build');
const net = join(root, 'nets/default.nn');

rmSync(dist, { recursive: true, force: true });
mkdirSync(served, { recursive: true });

const common = { bundle: true, minify: true, target: 'es2022', legalComments: 'none' };
await build({ ...common, entryPoints: [join(here, 'src/index.ts')], outfile: join(dist, 'index.js'), format: 'esm' });
await build({ ...common, entryPoints: [join(here, 'src/worker.ts')], outfile: join(served, 'worker.js'), format: 'iife' });
execFileSync(process.execPath, [join(root, 'web/node_modules/typescript/bin/tsc'), '-p', here, '--declaration', '--emitDeclarationOnly'], {
  stdio: 'inherit',
});

const modules = [
  ['wasm-single', 'stillpoint-single.js'],
  ['wasm-single', 'stillpoint-single.wasm'],
  ['wasm-threads', 'stillpoint-threads.js'],
  ['wasm-threads', 'stillpoint-threads.wasm'],
  ['wasm-threads', 'stillpoint-threads.worker.js'],
];
const isBuilt = modules.every(([folder, file]) => existsSync(join(wasm, folder, file)));
let netName = null;
if (isBuilt) {
  for (const [folder, file] of modules) copyFileSync(join(wasm, folder, file), join(served, file));
  if (existsSync(net)) {
    // A name with its checksum: browsers may keep it for ever.
    netName = `stillpoint-${createHash('sha256').update(readFileSync(net)).digest('hex').slice(0, 12)}.nn`;
    copyFileSync(net, join(served, netName));
  }
} else {
  console.log('engine: no WebAssembly yet (make wasm); the package is incomplete');
}
writeFileSync(join(served, 'files.json'), JSON.stringify({ isBuilt, net: netName }));
// For Node.js: emscripten writes CommonJS.
writeFileSync(join(served, 'package.json'), JSON.stringify({ type: 'commonjs' }));
