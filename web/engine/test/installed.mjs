// The package as others get it: packed by npm and installed in a folder of its own.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('..', import.meta.url));

// `packed` is what npm says about the package; `remove` deletes the folder.
export function installPackage() {
  const folder = mkdtempSync(join(tmpdir(), 'stillpoint-package-'));
  const [packed] = JSON.parse(npm(source, 'pack', '--ignore-scripts', '--json', '--pack-destination', folder));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  npm(folder, 'install', '--offline', '--no-audit', '--no-fund', `./${packed.filename}`);
  return { folder, packed, remove: () => rmSync(folder, { recursive: true }) };
}

function npm(folder, ...words) {
  return execFileSync('npm', ['--loglevel=error', ...words], { cwd: folder, encoding: 'utf8' });
}

// The examples of the installed README, each a language and its text.
export function readmeExamples(folder) {
  const text = readFileSync(join(folder, 'node_modules/stillpoint-engine/README.md'), 'utf8');
  return [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language, code]) => ({ language, code }));
}
