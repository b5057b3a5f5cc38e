// Debian's Chromium, driven by playwright-core; nothing is downloaded.
import { chromium } from 'playwright-core';

const flags = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

export const launchOptions = { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: flags };

// The time is for slow machines: what comes at all comes soon on others.
export const patience = 120_000; // ms

export async function startBrowser() {
  return chromium.launch(launchOptions);
}

// As on a processor that lacks what V8 needs for WebAssembly's SIMD; there is such a flag only for x86.
export const noSimd = { isPossible: process.arch === 'x64', flag: '--no-enable-sse4-1' };

export async function startBrowserWithoutSimd() {
  return chromium.launch({ ...launchOptions, args: [...flags, `--js-flags=${noSimd.flag}`] });
}

// A page of its own, with nothing remembered but that no tables are wanted. Errors on it fail the test that opened it.
export async function openPage(browser, address, { engine = 'native', tablesDeclined = true, width = 1200, height = 800, ...context } = {}) {
  const surroundings = await browser.newContext({ viewport: { width, height }, ...context });
  surroundings.setDefaultTimeout(patience);
  if (engine) await surroundings.addInitScript((wish) => {
    if (!localStorage.getItem('stillpoint-settings')) localStorage.setItem('stillpoint-settings', JSON.stringify({ ...wish, threads: 1, hash: 16 }));
  }, { engine, tablesDeclined });
  const page = await surroundings.newPage();
  page.problems = [];
  page.on('pageerror', (error) => page.problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') page.problems.push(message.text());
  });
  page.foreign = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.host !== new URL(address).host) page.foreign.push(request.url());
  });
  await page.goto(address);
  if (engine) await page.waitForSelector(`body[data-engine=${engine}]`);
  return page;
}

// A click on a square of a board, whichever way it is turned.
export async function clickSquare(page, square, board = '#board') {
  const squares = page.locator(`${board} cg-board`);
  await squares.scrollIntoViewIfNeeded();
  const box = await squares.boundingBox();
  const isWhite = await page.locator(`${board}.orientation-white`).count();
  const file = 'abcdefgh'.indexOf(square[0]);
  const rank = Number(square[1]) - 1;
  const [x, y] = isWhite ? [file, 7 - rank] : [7 - file, rank];
  await page.mouse.click(box.x + ((x + 0.5) * box.width) / 8, box.y + ((y + 0.5) * box.height) / 8);
}

export async function playOnBoard(page, uci) {
  await clickSquare(page, uci.slice(0, 2));
  await clickSquare(page, uci.slice(2, 4));
}
