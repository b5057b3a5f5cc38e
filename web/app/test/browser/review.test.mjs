// The review of a game: marks, accuracy, reasons, the moments to step through and the lesson made of them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { program } from './board.mjs';
import { playOnBoard } from './browser.mjs';
import { faultsFor, loadPgn, moveCount, pageTests, setSetting, timeout, until } from './steps.mjs';

const { onPage, onBoth, browser } = pageTests();

// White takes too many pawns, and is mated in the end.
const game = '[White "Anna"]\n[Black "Bert"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7?! Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1';
const phone = { width: 390, height: 844 };

// Black allows mate in one, and White misses it: reasons that any search sees.
const gameWithReasons = '1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qf5 d5 5. exd5 Bxf5 0-1';

async function review(page, milliseconds = 60, pgn = game) {
  await loadPgn(page, pgn);
  await setSetting(page, '#game-time', String(milliseconds));
  await page.click('#analyse-game');
  await page.waitForSelector('#review-sides');
}

for (const engine of ['native', 'browser'])
  onPage(`one click reviews the game, with the ${engine} engine`, { engine }, async (page) => {
    await loadPgn(page, game);
    await setSetting(page, '#game-time', '60');
    // It may be over before anybody looks twice, so the page itself notes what it told.
    await page.evaluate(() => {
      globalThis.told = new Set();
      new MutationObserver(() => {
        if (!document.getElementById('game-progress').hidden) globalThis.told.add(document.getElementById('review-progress')?.textContent);
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    });
    await page.click('#analyse-game');
    await page.waitForSelector('#review-sides');
    const told = await page.evaluate(() => [...globalThis.told].join(' '));
    assert.match(told, /position \d+ of 15/, 'while the bar is shown');
    const rows = await page.locator('#review-sides tbody tr').allTextContents();
    assert.match(rows[0], /^Anna\d+\.\d %/);
    assert.match(rows[1], /^Bert\d+\.\d %/);
    assert.ok((await page.locator('#moves .mark').count()) >= 2, 'marks in the list');
    assert.ok((await page.locator('#moves .eval').count()) >= 12, 'evaluations in the list');
    // The author's sign stays as it was, and ours stands beside it.
    assert.match(await page.textContent('#moves .move:has-text("Nxf7")'), /Nxf7\?!/);
    // Chances to win, draw and lose, stacked.
    for (const area of ['white', 'draw', 'black']) assert.ok((await page.locator(`#graph .${area}-area`).count()) > 0, area);
    assert.ok((await page.locator('#graph .fault').count()) >= 2);
  });

onBoth('critical moments, their reasons and better lines', async (page) => {
  await review(page, 150, gameWithReasons);
  await page.click('#go-start');
  await page.click('#review-next');
  const first = await page.textContent('#review-card h3');
  assert.match(first, /^\d+[.…] \S+ (\?!|\?|\?\?) (inaccuracy|mistake|blunder)$/);
  assert.match(await page.textContent('#review-card'), /of the chances given away/);
  assert.match(await page.textContent('#review-place'), /^1 of \d+$/);
  await page.click('#review-next');
  assert.notEqual(await page.textContent('#review-card h3'), first);
  await page.click('#review-previous');
  assert.equal(await page.textContent('#review-card h3'), first);
  // The board shows the reasons.
  const reasons = [];
  await page.click('#go-start');
  while (await page.isEnabled('#review-next')) {
    await page.click('#review-next');
    reasons.push(...(await page.locator('#review-card .reason').allTextContents()));
  }
  assert.match(reasons.join(' '), /Allows mate in 1\./);
  assert.match(reasons.join(' '), /Misses mate in 1\./);
  // A better line is played as a variation.
  await page.locator('#review-card .better .move').first().hover();
  await page.waitForSelector('.preview:not([hidden])');
  const before = await moveCount(page);
  await page.locator('#review-card .better .move').first().click();
  assert.equal(await moveCount(page), before + 1);
  // Only White's.
  await page.selectOption('#review-side', 'white');
  await page.click('#go-start');
  while (await page.isEnabled('#review-next')) {
    await page.click('#review-next');
    assert.match(await page.textContent('#review-card h3'), /^\d+\. /);
  }
  await page.click('#review-add');
  await page.waitForSelector('#review-news:text("added as variations")');
  await page.click('#tab-game');
  await page.click('#write-pgn');
  assert.ok((await page.inputValue('#pgn')).includes(`{ ${reasons[0]}`), 'the file has the reasons, too');
});

onBoth('a lesson: the position before, a wrong move, the right one, help', async (page) => {
  await review(page, 150);
  await page.selectOption('#review-side', 'white');
  await page.click('#review-learn');
  assert.match(await page.textContent('#lesson-task'), /^White to move\. Played was \d+\. \S+, an? \w+\. Find something better\.$/);
  const moves = await moveCount(page);
  await page.fill('#move-input', 'a4');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#lesson-feedback:text-matches("Try again|fine, too|is right")');
  assert.equal(await moveCount(page), moves, 'an answer is not played');
  const played = /Played was \d+\. (\S+),/.exec(await page.textContent('#lesson-task'))[1];
  if (await page.isVisible('#lesson-show')) {
    await page.fill('#move-input', played);
    await page.keyboard.press('Enter');
    await page.waitForSelector('#lesson-feedback:text("was played in the game")');
    await page.click('#lesson-show');
  }
  const better = (await page.locator('#lesson .better .move').first().textContent()).replace(/^\d+\. /, '');
  // The same question again: now the answer is known.
  await page.click('#lesson-end');
  await page.click('#review-learn');
  await page.fill('#move-input', better);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#lesson-feedback:text("is right.")');
  assert.deepEqual(await faultsFor(page), []);
}, { bypassCSP: true });

onBoth('a lesson on the board itself', async (page) => {
  await loadPgn(page, '1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0');
  await setSetting(page, '#game-time', '80');
  await page.click('#analyse-game');
  await page.waitForSelector('#review-sides');
  await page.click('#moves .move:has-text("Nf6")');
  assert.match(await page.textContent('#review-card'), /Nf6 .*blunder.*Allows mate in 1\./);
  await page.selectOption('#review-side', 'black');
  await page.click('#review-learn');
  await playOnBoard(page, 'g8f6');
  await page.waitForSelector('#lesson-feedback:text("Nf6 was played in the game")');
  await playOnBoard(page, 'a7a6');
  await page.waitForSelector('#lesson-feedback:text("Allows mate in 1. Try again.")');
  await playOnBoard(page, 'g7g6');
  await page.waitForSelector('#lesson-feedback:text-matches("g6 is (right|fine)")');
});

onBoth('a review can be stopped, and what else is wanted ends it', async (page) => {
  await loadPgn(page, game);
  await setSetting(page, '#game-time', '2000');
  await page.click('#analyse-game');
  await page.waitForSelector('#review-stop');
  await page.reload(); // it goes on
  const stop = await page.waitForSelector('#review-stop');
  await page.locator('#analyse-game').dblclick(); // once more changes nothing
  await page.waitForSelector('#review-progress:text-matches("position ([4-9]|1\\d) of 15")');
  await stop.click(); // the button there was in the beginning
  await page.waitForSelector('#review-news:text("was stopped")');
  await page.reload();
  await page.waitForSelector('body[data-engine=native]');
  assert.equal(await page.textContent('#review-news'), 'Not every move of the game has been reviewed.');
  assert.doesNotMatch(await page.textContent('#panel-review'), /Well played/);
  await page.click('#tab-analyse');
  await page.click('#analyse');
  await until(async () => parseInt(await page.textContent('#stat-depth'), 10) >= 6, 'the analysis goes on');
});

onBoth('a review survives a reload', async (page) => {
  await review(page);
  const before = await page.textContent('#review-sides');
  await page.reload();
  await page.waitForSelector('#review-sides');
  assert.equal(await page.textContent('#review-sides'), before);
});

onPage('the review fits a phone, and everybody can use it', { ...phone, hasTouch: true, bypassCSP: true }, async (page) => {
  await review(page);
  await page.click('#review-next');
  await page.waitForSelector('#review-card');
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
  assert.ok(await page.evaluate(() => { const panel = document.querySelector('.panel'); return panel.scrollWidth <= panel.clientWidth; }), 'nor out of the panel');
  for (const scheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: scheme });
    assert.deepEqual(await faultsFor(page), [], scheme);
  }
  // Who is asked about a position must see it, and the question.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.click('#review-learn');
  await page.waitForSelector('#lesson-task');
  for (const name of ['#board', '#lesson-task']) {
    const { y, height } = await page.locator(name).boundingBox();
    assert.ok(y >= 0 && y + height <= phone.height, `${name} is in sight: ${y} to ${y + height}`);
  }
});

// What `annotate` writes for people, of the game the page reviews.
test('the report of a game keeps the author\'s signs apart, and fits a phone', { timeout }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stillpoint-report-'));
  try {
    writeFileSync(join(folder, 'game.pgn'), `${game}\n`);
    execFileSync(program, ['annotate', 'game.pgn', '-o', 'out.pgn', '--html', 'report.html', '--nodes', '3000'], { cwd: folder, stdio: 'ignore' });
    const page = await browser().newPage({ viewport: phone });
    await page.goto(pathToFileURL(join(folder, 'report.html')).href);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
    assert.ok((await page.locator(':text("Nxf7?!") > .sign.blunder').count()) > 0, 'ours stands beside the author\'s');
    await page.context().close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
