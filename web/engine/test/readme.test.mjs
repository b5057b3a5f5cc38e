// The README's examples, word for word, with the package as npm installs it.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { noSimd, startBrowser, startBrowserWithoutSimd } from '../../app/test/browser/browser.mjs';
import { startPlainServer } from '../../app/test/browser/plain_server.mjs';
import { installPackage, readmeExamples } from './installed.mjs';

const libraries = fileURLToPath(new URL('../../node_modules', import.meta.url));
const bestmove = /^bestmove [a-h][1-8]/m;
const timeout = 300_000; // ms; for slow machines

let project;
let browser;
let examples;
let pages;
before(async () => {
  project = installPackage();
  const found = readmeExamples(project.folder);
  assert.deepEqual(found.map(({ language }) => language), ['html', 'sh', 'ts', 'js'], 'each is run by a test below');
  examples = Object.fromEntries(found.map(({ language, code }) => [language, code]));
  pages = { plain: writePlainPage(), bundled: await bundlePage() };
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  project?.remove();
});

// Opens a folder's page until it has said its move, on itself or on the console; gives the module it used.
async function flavourOn(t, folder, options, inBrowser = browser) {
  const server = await startPlainServer(folder, options);
  t.after(() => server.end());
  const page = await inBrowser.newPage();
  t.after(() => page.close());
  const problems = [];
  const fetched = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => fetched.push(request.url()));
  const answered = page.waitForEvent('console', { predicate: (message) => bestmove.test(message.text()), timeout: timeout / 2 });
  const shown = page.waitForFunction(() => /^bestmove [a-h][1-8]/m.test(document.body.textContent), undefined, { timeout: timeout / 2 });
  await page.goto(server.address);
  await Promise.any([answered, shown]).catch(() => assert.fail(`no move was found: ${problems}`));
  assert.deepEqual(problems, []);
  assert.deepEqual(fetched.filter((address) => !address.startsWith(server.address) && !address.startsWith('data:')), [], 'nothing from other hosts');
  return fetched.map((address) => /stillpoint-(\w+)\.wasm$/.exec(address)?.[1]).filter(Boolean).join();
}

// A page without tools, as the README shows it.
function writePlainPage() {
  const folder = join(project.folder, 'page');
  cpSync(join(project.folder, 'node_modules/stillpoint-engine'), join(folder, 'stillpoint-engine'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), examples.html);
  return folder;
}

// The page of a project with a bundler. Its script is in another folder than the page, so a
// folder relative to the script would be wrong.
async function bundlePage() {
  const folder = join(project.folder, 'public');
  execFileSync('sh', ['-e', '-c', examples.sh], { cwd: project.folder });
  writeFileSync(join(project.folder, 'main.ts'), examples.ts);
  await build({ entryPoints: [join(project.folder, 'main.ts')], outfile: join(folder, 'scripts/main.js'), bundle: true, format: 'esm', logLevel: 'warning' });
  writeFileSync(join(folder, 'index.html'), '<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="scripts/main.js"></script>');
  return folder;
}

const isolating = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
const servers = [
  { name: 'a server that isolates its pages', options: { headers: isolating }, flavour: 'threads' },
  { name: 'a plain server', options: {}, flavour: 'single' },
  { name: 'a server that does not know WebAssembly', options: { knowsWasm: false }, flavour: 'single' },
];
for (const { name, options, flavour } of servers) {
  test(`a page without tools, on ${name}`, { timeout }, async (t) => assert.equal(await flavourOn(t, pages.plain, options), flavour));
  test(`a page with a bundler, on ${name}`, { timeout }, async (t) => assert.equal(await flavourOn(t, pages.bundled, options), flavour));
}

test('a page in a browser without SIMD', { timeout, skip: !noSimd.isPossible }, async (t) => {
  const old = await startBrowserWithoutSimd();
  t.after(() => old.close());
  assert.equal(await flavourOn(t, pages.plain, { headers: isolating }, old), 'plain');
});

function inNode(flags, code) {
  writeFileSync(join(project.folder, 'analyse.js'), code);
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, 'analyse.js'], { cwd: project.folder, encoding: 'utf8', timeout: timeout / 2 });
  assert.equal(stderr, '');
  assert.match(stdout, bestmove);
  assert.equal(status, 0);
  return stdout;
}

test('in Node.js', { timeout }, () => {
  inNode([], examples.js);
});

test('in Node.js without SIMD', { timeout, skip: !noSimd.isPossible }, () => {
  assert.match(inNode([noSimd.flag], `${examples.js}\nconsole.log('flavour', engine.flavour);\n`), /^flavour plain$/m);
});

for (const [resolution, settings] of [
  ['nodenext', { module: 'nodenext', lib: ['ES2022'], typeRoots: [join(libraries, '@types')], types: ['node'] }],
  ['bundler', { module: 'esnext', lib: ['ES2022', 'DOM'], types: [] }],
])
  test(`TypeScript, strict, with moduleResolution ${resolution}`, { timeout }, () => {
    const folder = join(project.folder, resolution);
    mkdirSync(folder);
    writeFileSync(join(folder, 'page.ts'), examples.ts);
    writeFileSync(join(folder, 'analyse.ts'), examples.js);
    // Were a type not found, it would be `any`, and this would not be wrong.
    writeFileSync(join(folder, 'wrong.ts'), wrongUses);
    const compilerOptions = { ...settings, moduleResolution: resolution, target: 'ES2022', strict: true, noEmit: true, skipLibCheck: false };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const { stdout } = spawnSync(process.execPath, [join(libraries, 'typescript/bin/tsc'), '-p', folder], { encoding: 'utf8' });
    assert.equal(stdout, '');
  });

const wrongUses = `
  import { canUseThreads, createEngine, hasEngine, type Engine, type EngineOptions } from 'stillpoint-engine';
  // @ts-expect-error
  const options: EngineOptions = { folder: 5 };
  const engine: Engine = await createEngine(options);
  // @ts-expect-error
  engine.send(5);
  // @ts-expect-error
  const isThere: number = await hasEngine('/stillpoint/');
  // @ts-expect-error
  const canThread: number = canUseThreads();
`;
