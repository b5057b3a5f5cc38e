// How big the page is; how soon it analyses, from the request for the page to the first line with a depth of 5, for both engines,
// with an empty cache; how many frames are drawn while lines come; how long a big search tree and a big file of games take.
//   node test/browser/benchmark.mjs [sizes|first|frames|games|tree]...
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, startBoard } from './board.mjs';
import { openPage, startBrowser } from './browser.mjs';
import { manyGames } from './games.mjs';
import { pageSizes, sumForAll } from './sizes.mjs';
import { workOf } from './steps.mjs';

const wishes = process.argv.slice(2);
const isWanted = (part) => wishes.length === 0 || wishes.includes(part);

const browser = await startBrowser();
if (isWanted('sizes')) listSizes();
if (isWanted('first')) {
  await measureFirst('native');
  if (JSON.parse(readFileSync(join(root, 'web/app/dist/engine/files.json'), 'utf8')).isBuilt) await measureFirst('browser');
  else console.log('browser: no WebAssembly yet (make wasm)');
}
if (isWanted('frames')) await measureFrames();
if (isWanted('games')) await measureGames();
if (isWanted('tree')) await measureTree();
await browser.close();

function listSizes() {
  const sizes = pageSizes();
  console.log('file, bytes, compressed');
  for (const { file, bytes, compressed } of sizes) console.log([file, bytes, compressed].join(', '));
  const { bytes, compressed } = sumForAll(sizes);
  console.log(`what every visitor loads, ${bytes}, ${compressed}`);
}

// By the clock, and in processor time of browser, board and engine together: on a busy machine only that says something.
async function measureFirst(engine) {
  const times = [];
  const works = [];
  for (let run = 0; run < 5; ++run) {
    const board = await startBoard();
    const workBefore = workOfAll();
    const start = performance.now();
    const page = await openPage(browser, board.address, { engine });
    await page.click('#analyse');
    await page.waitForSelector('#stat-depth:text-matches("^([5-9]|\\\\d\\\\d)/")');
    times.push(performance.now() - start);
    works.push(workOfAll() - workBefore);
    await page.context().close();
    await board.end();
  }
  report(`${engine}: first analysis`, times);
  report(`${engine}: first analysis, processor time`, works);
}

// Of all processes that were started from here, in ms.
function workOfAll() {
  const known = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
      known.set(Number(pid), { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) });
    } catch {
      // It has ended.
    }
  }
  const isOurs = (pid) => pid === process.pid || (known.has(pid) && isOurs(known.get(pid).parent));
  let ticks = 0;
  for (const [pid, { ticks: own }] of known) if (pid !== process.pid && isOurs(pid)) ticks += own;
  return ticks * 10; // a hundred a second
}

// With everything on that is drawn while the engine thinks, and a step through the game twice a second, since lines come fastest in
// the first moments of a search. Frames by the clock suffer from whatever else the machine does; the
// page's own work, in processor time, does not.
async function measureFrames() {
  const board = await startBoard();
  const page = await openPage(browser, board.address);
  await page.click('#tab-game');
  await page.fill('#pgn', '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *');
  await page.click('#pgn-form button[type=submit]');
  await page.click('#tab-analyse');
  for (const button of ['#threat', '#worth', '#analyse']) await page.click(button);
  await page.waitForSelector('#lines li:nth-child(3) .move');
  const work = await workOf(page);
  const before = await work();
  const gaps = await page.evaluate(async () => {
    const times = [];
    const lines = new MutationObserver(() => (globalThis.updates = (globalThis.updates ?? 0) + 1));
    lines.observe(document.getElementById('lines'), { childList: true, subtree: true });
    const steps = setInterval(() => document.getElementById('go-forward').click(), 500);
    await new Promise((done) => {
      const frame = (time) => {
        times.push(time);
        if (time - times[0] < 5000) requestAnimationFrame(frame);
        else done();
      };
      requestAnimationFrame(frame);
    });
    clearInterval(steps);
    return times.slice(1).map((time, index) => time - times[index]);
  });
  const seconds = gaps.reduce((sum, gap) => sum + gap, 0) / 1000;
  const late = gaps.filter((gap) => gap > 25).length;
  const updates = await page.evaluate(() => globalThis.updates ?? 0);
  console.log(`frames while lines come: ${(gaps.length / seconds).toFixed(1)} a second, ${late} of ${gaps.length} late; ${(updates / seconds).toFixed(1)} updates a second`);
  console.log(`the page's own work meanwhile: ${((1000 * ((await work()) - before)) / seconds).toFixed(0)} ms of processor time a second`);
  await page.context().close();
  await board.end();
}

function report(what, times) {
  times.sort((a, b) => a - b);
  const [least, middle, most] = [0, times.length >> 1, times.length - 1].map((index) => times[index].toFixed(1));
  console.log(`${what}: ${middle} ms (median of ${times.length}; ${least} to ${most})`);
}

// From the choice of a file with 3,000 games until the first one is on the board, and until all are in the list.
async function measureGames() {
  const board = await startBoard();
  const page = await openPage(browser, board.address);
  await page.click('#tab-game');
  const text = manyGames(3000);
  const [first, all] = [[], []];
  for (let run = 0; run < 5; ++run) {
    await page.click('#reset');
    const times = await page.evaluate(async (pgn) => {
      const games = new DataTransfer();
      games.items.add(new File([pgn], 'games.pgn'));
      const input = document.getElementById('pgn-file');
      input.files = games.files;
      const start = performance.now();
      input.dispatchEvent(new Event('change'));
      const frame = () => new Promise((next) => requestAnimationFrame(next));
      const title = document.getElementById('game-title');
      while (!title.textContent.startsWith('White 1 ')) await frame();
      const isOpen = performance.now() - start;
      while (document.getElementById('games-count').textContent !== '3,000 games') await frame();
      return [isOpen, performance.now() - start];
    }, text);
    first.push(times[0]);
    all.push(times[1]);
  }
  report(`${(text.length / 1e6).toFixed(1)} MB of games: the first one`, first);
  report('all 3,000 in the list', all);
  await page.context().close();
  await board.end();
}

// Each step through the picture draws it anew; another iteration has to be fetched first.
async function measureTree() {
  const board = await startBoard();
  const page = await openPage(browser, board.address);
  await page.click('#tab-search');
  await page.fill('#tree-depth', '16');
  await page.click('#tree-form button[type=submit]');
  await page.waitForSelector('#tree-facts dd');
  console.log(`tree: ${await page.textContent('#tree-state')}`);
  report('tree: a step, until everything is drawn', await page.evaluate(() => {
    const picture = document.getElementById('tree');
    return ['ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowUp', 'ArrowUp'].map((key) => {
      const start = performance.now();
      picture.dispatchEvent(new KeyboardEvent('keydown', { key }));
      return performance.now() - start;
    });
  }));
  const times = [];
  for (let depth = 15; depth >= 9; --depth) {
    const start = performance.now();
    await page.fill('#tree-iteration', String(depth));
    await page.waitForSelector(`#tree[data-iteration="${depth}"]`);
    times.push(performance.now() - start);
  }
  report('tree: another iteration', times);
  await page.context().close();
  await board.end();
}
