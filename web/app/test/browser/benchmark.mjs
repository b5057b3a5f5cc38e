// How big the page is; how soon it analyses, from the request for the page to the first line with a depth of 5,
// for both engines, with an empty cache; how long a big search tree and a big file of games take.  node test/browser/benchmark.mjs
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root, startBoard } from './board.mjs';
import { openPage, startBrowser } from './browser.mjs';
import { manyGames } from './games.mjs';

const dist = join(root, 'web/app/dist');
const files = readdirSync(dist, { recursive: true }).filter((file) => statSync(join(dist, file)).isFile());
console.log('file, bytes, gzip');
for (const file of files.sort()) {
  const bytes = readFileSync(join(dist, file));
  console.log(`${file}, ${bytes.length}, ${gzipSync(bytes).length}`);
}

const browser = await startBrowser();
for (const engine of ['native', 'browser']) {
  const times = [];
  for (let run = 0; run < 5; ++run) {
    const board = await startBoard();
    const start = performance.now();
    const page = await openPage(browser, board.address, { engine });
    await page.click('#analyse');
    await page.waitForSelector('#stat-depth:text-matches("^([5-9]|\\\\d\\\\d)/")');
    times.push(performance.now() - start);
    await page.context().close();
    await board.end();
  }
  report(`${engine}: first analysis`, times);
}
await measureGames();
await measureTree();
await browser.close();

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
