// Gathers the package in dist/: the modules that `make wasm` built, the network if there is one, and our
// own TypeScript as JavaScript with types.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
const source = (file) => join(here, 'src', file);
await build({ ...common, entryPoints: [source('index.ts')], outdir: dist, format: 'esm' });
await build({ ...common, entryPoints: [source('node.ts'), source('node_worker.ts')], outdir: dist, format: 'esm', platform: 'node' });
await build({ ...common, entryPoints: [source('worker.ts')], outdir: served, format: 'iife' });
copyTypes();
copyFileSync(join(root, 'LICENSE'), join(here, 'LICENSE')); // npm packs it only from here

const modules = ['plain', 'single', 'threads'].flatMap((flavour) =>
  ['js', 'wasm', ...(flavour === 'threads' ? ['worker.js'] : [])].map((end) => [`wasm-${flavour}`, `stillpoint-${flavour}.${end}`]),
);
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

// The declarations of index.ts need no others.
function copyTypes() {
  const all = mkdtempSync(join(tmpdir(), 'stillpoint-types-'));
  const compiler = join(root, 'web/node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', here, '--declaration', '--emitDeclarationOnly', '--outDir', all], { stdio: 'inherit' });
  copyFileSync(join(all, 'index.d.ts'), join(dist, 'index.d.ts'));
  rmSync(all, { recursive: true });
}
