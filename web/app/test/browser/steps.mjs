// What the tests of the page have in common.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { startBoard } from './board.mjs';
import { openPage, patience, startBrowser } from './browser.mjs';

export const sizes = { desktop: { width: 1200, height: 800 }, phone: { width: 390, height: 780, hasTouch: true, isMobile: true } };
export const timeout = 3 * patience; // of a test

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// A browser and a board for all tests of a file.
export function pageTests() {
  let browser;
  let board;
  before(async () => {
    [browser, board] = await Promise.all([startBrowser(), startBoard()]);
  });
  after(async () => {
    await browser?.close();
    await board?.end();
  });

  // Opens a page, and looks afterwards whether anything went wrong on it. Where pages share the engine, what one says before it
  // knows that another has it is refused, and the browser notes that.
  function onPage(name, options, body) {
    test(name, { timeout }, async () => {
      const page = await openPage(browser, options.address?.() ?? board.address, options);
      try {
        await body(page);
        const isProblem = (problem) => !(options.sharesEngine && problem.includes('409'));
        assert.deepEqual(page.problems.filter(isProblem), []);
        assert.deepEqual(page.foreign, [], 'nothing from other hosts');
      } finally {
        await page.context().close();
      }
    });
  }
  // The same on a desktop and on a phone.
  function onBoth(name, body, options = {}) {
    for (const [size, context] of Object.entries(sizes)) onPage(`${name}, ${size}`, { engine: 'native', ...context, ...options }, body);
  }
  return { onPage, onBoth, browser: () => browser, board: () => board };
}

export async function until(condition, what) {
  for (const end = Date.now() + patience; Date.now() < end; ) {
    if (await condition()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  assert.fail(`waited in vain: ${what}`);
}

// Time for a page to show what it should not.
export const someFrames = (page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 20; ++frame) await new Promise((next) => requestAnimationFrame(next));
  });

export const moveCount = (page) => page.locator('#moves .move').count();
const depth = (page) => page.locator('#stat-depth').textContent().then((text) => parseInt(text, 10) || 0);
export const untilDepth = (page, least) => until(async () => (await depth(page)) >= least, `depth ${least}`);

// Whether all of it is in the window.
export async function isInSight(page, selector) {
  const { x, y, width, height } = await page.locator(selector).boundingBox();
  const view = page.viewportSize();
  return x >= 0 && y >= 0 && x + width <= view.width && y + height <= view.height;
}

// A function that tells how long the page itself has worked, in processor time (s): all of it, drawing included, or what is named.
export async function workOf(page, kinds = ['TaskDuration']) {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => (await client.send('Performance.getMetrics')).metrics.reduce((sum, { name, value }) => sum + (kinds.includes(name) ? value : 0), 0);
}

// In the drawer, which is open only for that.
export async function setSetting(page, field, value) {
  await page.click('#settings-button');
  const kind = await page.$eval(field, (element) => element.type);
  if (kind === 'checkbox') await page.setChecked(field, value);
  else if (kind === 'select-one') await page.selectOption(field, value);
  else await page.fill(field, value);
  await page.keyboard.press('Tab'); // takes it
  await page.keyboard.press('Escape');
  await page.waitForSelector('#settings[open]', { state: 'detached' });
}

export async function setFen(page, fen) {
  await page.click('#tab-game');
  await page.fill('#fen', fen);
  await page.click('#fen-form button[type=submit]');
}

export async function loadPgn(page, text) {
  await page.click('#tab-game');
  await page.fill('#pgn', text);
  await page.click('#pgn-form button[type=submit]');
}

// What axe-core finds that keeps people from using the page.
export async function faultsFor(page) {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`);
}

// Of two colours, each as red, green and blue.
export function contrast([a, b]) {
  const light = (rgb) => {
    const [red, green, blue] = rgb.map((value) => value / 255).map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [more, less] = [light(a), light(b)].sort((x, y) => y - x);
  return (more + 0.05) / (less + 0.05);
}
