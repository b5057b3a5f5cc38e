// Bundles test/unit/*.test.ts and runs them with node's own test runner.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const tests = join(here, 'test/unit');
const out = join(here, '../build/unit');
rmSync(out, { recursive: true, force: true });
await build({
  entryPoints: readdirSync(tests).filter((file) => file.endsWith('.test.ts')).map((file) => join(tests, file)),
  outdir: out,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  sourcemap: 'inline',
  alias: { 'stillpoint-engine': join(here, '../engine/src/index.ts') },
});
const files = readdirSync(out).map((file) => join(out, file));
process.exit(spawnSync(process.execPath, ['--enable-source-maps', '--test', ...files], { stdio: 'inherit' }).status ?? 1);
