// How big the page is, and how soon it analyses: from the request for the page to the first line with a
// depth of 5, for both engines, with an empty cache.  node test/browser/benchmark.mjs
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root, startBoard } from './board.mjs';
import { openPage, startBrowser } from './browser.mjs';

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
  times.sort((a, b) => a - b);
  console.log(`${engine}: first analysis after ${times[2].toFixed(0)} ms (median of 5; ${times[0].toFixed(0)} to ${times[4].toFixed(0)})`);
}
await browser.close();
