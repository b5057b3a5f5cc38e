// What lasts: the engine when a page comes anew or beside another, and what was on the page.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { launchOptions, playOnBoard } from './browser.mjs';
import { loadPgn, moveCount, pageTests, setSetting, timeout, until, untilDepth } from './steps.mjs';

const { onPage, onBoth, board } = pageTests();

onBoth('ten reloads during analysis', async (page) => {
  await page.click('#analyse');
  for (let number = 0; number < 10; ++number) {
    await untilDepth(page, 4);
    await page.reload();
    await page.waitForSelector('body[data-engine=native]');
    assert.equal(await page.getAttribute('#analyse', 'aria-pressed'), 'true', 'it goes on, and says so');
  }
  await untilDepth(page, 8);
  // It follows the board, too: its searches and their answers belong together.
  await playOnBoard(page, 'e2e4');
  await untilDepth(page, 6);
});

// Who acts on what the button says, however quickly, must not get the opposite.
onPage('the analysis button says at once what it has done', { engine: 'native' }, async (page) => {
  const pressed = () =>
    page.evaluate(() => {
      const button = document.querySelector('#analyse');
      button.click();
      return [button.getAttribute('aria-pressed'), document.querySelector('#stat-depth').textContent];
    });
  assert.deepEqual(await pressed(), ['true', '–']);
  await untilDepth(page, 6);
  const [isOn, depth] = await pressed();
  assert.equal(isOn, 'false');
  assert.notEqual(depth, '–', 'the lines stay');
  assert.deepEqual(await pressed(), ['true', '–'], 'those of the new search are still to come');
});

onPage('a second tab takes the engine, and the first one gets it back', { engine: 'native', sharesEngine: true }, async (page) => {
  await page.click('#analyse');
  await untilDepth(page, 4);
  const second = await page.context().newPage();
  await second.goto(board().address);
  await second.waitForSelector('body[data-engine=native]');
  await second.click('#analyse');
  await untilDepth(second, 6);
  await page.waitForSelector('#problem:text("another page")');
  assert.equal(await page.getAttribute('#analyse', 'aria-pressed'), 'false', 'it does not pretend to analyse');

  await page.bringToFront();
  await page.click('#analyse');
  await page.waitForSelector('body[data-engine=native]');
  await untilDepth(page, 6);
  assert.equal(await page.textContent('#problem'), '');
  await second.waitForSelector('#problem:text("another page")');
  await second.click('#regain');
  await second.waitForSelector('body[data-engine=native]');
  assert.equal(await second.textContent('#problem'), '');
  await until(() => page.isVisible('#regain'), 'the first one may have it back');
});

const game = '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 (2. f4 {bold} exf4) 2... Nc6 *';

async function looksAsBefore(page) {
  await page.waitForSelector('#moves .move');
  assert.equal(await page.textContent('#game-title'), 'A – B');
  assert.equal(await moveCount(page), 6);
  assert.equal(await page.textContent('#moves .comment'), 'bold');
  assert.match(await page.textContent('#moves [aria-current]'), /exf4/);
  assert.equal(await page.getAttribute('#tab-play', 'aria-selected'), 'true');
  assert.equal(await page.locator('#board.orientation-black').count(), 1);
  assert.equal(await page.inputValue('#lines-count'), '2');
}

async function makeSomethingToKeep(page) {
  await setSetting(page, '#lines-count', '2');
  await loadPgn(page, game);
  await page.click('#moves .variation .move:text("exf4")');
  await page.click('#tab-analyse');
  await page.click('#analyse');
  await untilDepth(page, 5);
  await page.click('#analyse');
  await page.waitForSelector('#analyse[aria-pressed=false]');
  await page.click('#flip');
  await page.click('#tab-play');
}

onBoth('a reload keeps game, place, lines, tab and settings, each tab its own', async (page) => {
  await makeSomethingToKeep(page);
  const second = await page.context().newPage();
  await second.goto(board().address);
  await second.waitForSelector('body[data-engine=native]');
  await looksAsBefore(second); // a new tab goes on from the last one
  await second.click('#tab-game');
  await second.click('#reset');
  await page.reload();
  await looksAsBefore(page);
  await second.reload();
  await second.waitForSelector('body[data-engine=native]');
  assert.equal(await moveCount(second), 0);
}, { sharesEngine: true });

onBoth('a reload in the middle of a game', async (page) => {
  await page.click('#tab-play');
  await page.fill('#play-minutes', '5');
  await page.click('#play-form button[type=submit]');
  await playOnBoard(page, 'e2e4');
  await until(async () => (await moveCount(page)) === 2, 'an answer');
  await page.reload();
  await page.waitForSelector('body[data-engine=native]');
  assert.equal(await moveCount(page), 2);
  assert.match(await page.textContent('#clock-bottom'), /^[45]:/);
  await page.waitForSelector('#play-state:text("Your move.")');
  await playOnBoard(page, 'd2d4');
  await until(async () => (await moveCount(page)) === 4, 'the game goes on');
});

// Whether the browser's database holds a page with this in it. A browser that is ended, unlike a page that is left,
// gives no time for the last changes.
const isKept = (what) =>
  new Promise((done) => {
    const opening = indexedDB.open('stillpoint');
    opening.onsuccess = () => {
      const asking = opening.result.transaction('tabs').objectStore('tabs').getAll();
      asking.onsuccess = () => {
        opening.result.close();
        done(asking.result.some(({ value }) => JSON.stringify(value).includes(what)));
      };
    };
  });

// There is no time to write anything down after that, so a move must be on its way as soon as it is played.
onPage('moves outlive a page that breaks down', { engine: 'native' }, async (page) => {
  await playOnBoard(page, 'e2e4');
  await until(async () => (await moveCount(page)) === 1, 'a move');
  await playOnBoard(page, 'e7e5');
  await until(() => page.evaluate(isKept, '"uci":"e7e5"'), 'it is written down');
  await page.goto('chrome://crash').catch(() => undefined);
  const next = await page.context().newPage();
  await next.goto(board().address);
  await next.waitForSelector('#moves .move');
  assert.equal(await moveCount(next), 2);
});

// As on a machine that is very busy.
onPage('a memory that comes late still keeps what is done', { engine: 'native', sharesEngine: true }, async (page) => {
  await page.context().addInitScript(() => {
    const isReleased = new Promise((done) => (globalThis.release = done));
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...name) {
      const request = open.apply(this, name);
      Object.defineProperty(request, 'onsuccess', {
        set: (heard) => request.addEventListener('success', (event) => void isReleased.then(() => heard.call(request, event))),
      });
      return request;
    };
  });
  const plays = async (tab, uci) => {
    await tab.waitForSelector('#board piece');
    await playOnBoard(tab, uci);
    await until(async () => (await moveCount(tab)) === 1, 'a move');
  };
  // What this tab had doesn't come from there.
  await page.reload();
  await page.waitForSelector('body[data-engine=native]');
  await plays(page, 'e2e4');
  await page.evaluate(() => globalThis.release());
  await until(() => page.evaluate(isKept, '"uci":"e2e4"'), 'it is written down');
  // A new tab goes on from the last one; but not if something has been done there already.
  const second = await page.context().newPage();
  await second.goto(board().address);
  await plays(second, 'd2d4');
  await second.evaluate(() => globalThis.release());
  await second.waitForSelector('body[data-engine=native]');
  assert.equal(await second.textContent('#moves [aria-current]'), '1. d4');
  // Nobody waits for ever.
  const third = await page.context().newPage();
  await third.clock.install();
  await third.goto(board().address);
  await third.waitForSelector('#board piece');
  await third.clock.fastForward(60_000);
  await third.waitForSelector('body[data-engine=native]');
  await plays(third, 'c2c4');
  await third.evaluate(() => globalThis.release());
  await until(() => third.evaluate(isKept, '"uci":"c2c4"'), 'it is written down, too');
});

test('the game outlives the browser', { timeout }, async () => {
  const profile = mkdtempSync(join(tmpdir(), 'stillpoint-'));
  try {
    for (const run of ['first', 'second']) {
      const context = await chromium.launchPersistentContext(profile, { ...launchOptions, viewport: { width: 1200, height: 800 } });
      const page = await context.newPage();
      await page.goto(board().address);
      await page.waitForSelector('body[data-engine=native]');
      if (run === 'first') await makeSomethingToKeep(page);
      else await looksAsBefore(page);
      await until(() => page.evaluate(isKept, '"tab":"play"'), 'it is written down');
      await context.close();
    }
  } finally {
    rmSync(profile, { recursive: true });
  }
});

onPage('links to a position and to a game', { engine: 'native', sharesEngine: true }, async (page) => {
  const start = board().address.replace(/#.*/, '');
  const fen = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1';
  // In an open page, and in a new one; a reload keeps what was done since.
  await page.evaluate((text) => (location.hash = `fen=${encodeURIComponent(text)}`), fen);
  await until(async () => (await page.inputValue('#fen')) === fen, 'the position');
  const other = await page.context().newPage();
  await other.goto(`${start}#pgn=${encodeURIComponent(game)}`);
  await until(async () => (await moveCount(other)) === 6, 'the game');
  assert.equal(new URL(other.url()).hash, '');
  await other.click('#tab-game');
  await other.click('#reset');
  await other.reload();
  await other.waitForSelector('body[data-engine]');
  assert.equal(await moveCount(other), 0);
  await other.goto(`${start}#fen=nonsense`);
  await other.waitForSelector('#game-problem:text("This is not a FEN.")');
});
