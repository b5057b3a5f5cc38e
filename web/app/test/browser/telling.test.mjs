// What the page tells: how long lines stand, what belongs to which position, and why something is not done.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { playOnBoard } from './browser.mjs';
import { isInSight, moveCount, pageTests, until, untilDepth } from './steps.mjs';

const { onPage, onBoth, board } = pageTests();

onBoth('lines and arrows stay after a stop, until the position changes', async (page) => {
  await page.click('#analyse');
  await untilDepth(page, 6);
  await page.click('#analyse');
  await page.waitForSelector('#analyse[aria-pressed=false]');
  // A threat is looked for when the search has ended.
  await page.click('#threat');
  await page.waitForSelector('#board:not([data-threat=""])');
  await page.click('#threat');
  assert.equal(await page.locator('#lines li').count(), 3);
  assert.ok((await page.locator('#board svg line').count()) >= 3, 'arrows');
  await page.reload();
  await page.waitForSelector('body[data-engine=native]');
  assert.equal(await page.locator('#lines li').count(), 3, 'even after a reload');
  await playOnBoard(page, 'e2e4');
  await until(async () => (await moveCount(page)) === 1, 'the move');
  assert.equal(await page.locator('#lines li').count(), 0);
  assert.equal(await page.locator('#board svg line').count(), 0);
  assert.equal(await page.textContent('#stat-depth'), '–');
});

// The clocks come with the game and move the board, which once left the arrows where they were.
onBoth('nothing of an analysis is seen in a game', async (page) => {
  await playOnBoard(page, 'e2e4');
  await page.click('#analyse');
  await until(async () => (await page.locator('#board svg line').count()) >= 3, 'arrows');
  await page.click('#analyse');
  await page.click('#tab-play');
  await page.fill('#play-minutes', '5');
  await page.click('#play-form button[type=submit]');
  await page.waitForSelector('#clock-top');
  await until(async () => (await page.locator('#board svg line').count()) === 0, 'no arrows');
  await playOnBoard(page, 'e2e4');
  await until(async () => (await moveCount(page)) === 2, 'an answer');
  assert.equal(await page.locator('#board svg line').count(), 0);
});

onBoth('the tree says when it belongs to another position, and answers beside the button', async (page) => {
  await page.click('#tab-search');
  await page.fill('#tree-depth', '6');
  await page.click('#tree-form button[type=submit]');
  await page.waitForSelector('#tree-view:not([hidden]) #tree-facts dd');
  await page.focus('#tree');
  await page.keyboard.press('ArrowDown');
  await page.click('#tree-ask');
  await page.waitForSelector('#tree-why:not(:empty):not(:text("Asking"))');
  const button = await page.locator('#tree-ask').boundingBox();
  const answer = await page.locator('#tree-why').boundingBox();
  assert.ok(answer.y >= button.y && answer.y - button.y - button.height < 30, 'beside its button');
  assert.ok(await isInSight(page, '#tree-why'));

  assert.ok(await page.isHidden('#tree-other'));
  await playOnBoard(page, 'e2e4');
  await page.waitForSelector('#tree-other', { state: 'visible' });
  assert.match(await page.textContent('#tree-other'), /belongs to another position: at the start/);
  // A move of the tree is played where it belongs.
  await page.click('#tree-board');
  await until(() => page.isVisible('#tree-other'), 'a move further');
  assert.equal(await page.locator('#moves .move[aria-current]').count(), 1);
  await page.click('#tree-other button');
  await page.waitForSelector('#tree-other', { state: 'hidden' });
  assert.equal(await page.locator('#moves .move[aria-current]').count(), 0, 'at the start');
  await page.click('#tab-game');
  await page.fill('#fen', '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1');
  await page.click('#fen-form button[type=submit]');
  await page.click('#tab-search');
  assert.match(await page.textContent('#tree-other'), /in another game/);
  assert.ok(await page.isHidden('#tree-other button'));
});

// A tree asks more than once, and each question is one of those that once ended it without a word.
onPage('an analysis that is wanted while a search is recorded begins after it', { engine: 'native' }, async (page) => {
  await page.click('#tab-search');
  await page.fill('#tree-depth', '14');
  await page.click('#tree-form button[type=submit]');
  await page.click('#tab-analyse');
  await page.click('#analyse');
  await until(async () => /nodes of 14/.test(await page.textContent('#tree-state')), 'the tree');
  await untilDepth(page, 6);
  assert.equal(await page.getAttribute('#analyse', 'aria-pressed'), 'true');
  // It goes on after each look at the tree.
  await page.click('#tab-search');
  for (const depth of ['6', '7', '8']) await page.fill('#tree-iteration', depth);
  await page.waitForSelector('#tree[data-iteration="8"]');
  await page.focus('#tree');
  await page.keyboard.press('ArrowDown');
  await page.click('#tree-ask');
  await page.waitForSelector('#tree-why:not(:empty):not(:text("Asking"))');
  await untilDepth(page, 6);
  assert.equal(await page.getAttribute('#analyse', 'aria-pressed'), 'true');
});

onPage('an engine that ends comes back, and the banner goes', { engine: 'native' }, async (page) => {
  await page.click('#analyse');
  await untilDepth(page, 4);
  const [engine] = execFileSync('ps', ['-o', 'pid=', '--ppid', String(board().pid)], { encoding: 'utf8' }).trim().split(/\s+/);
  await page.evaluate(() => {
    globalThis.seen = [];
    new MutationObserver(() => globalThis.seen.push(document.getElementById('problem').textContent)).observe(document.getElementById('problem'), { childList: true });
  });
  process.kill(Number(engine), 'SIGKILL');
  await until(() => page.evaluate(() => globalThis.seen.some((text) => text.includes('the engine ended'))), 'the banner');
  await until(async () => (await page.textContent('#problem')) === '', 'the engine is back');
  await untilDepth(page, 6);
});

onBoth('why a move, an analysis or a line is not played', async (page) => {
  await page.fill('#move-input', 'Ke3');
  await page.press('#move-input', 'Enter');
  assert.equal(await page.textContent('#move-problem'), 'Ke3 is not possible here.');
  assert.ok(await isInSight(page, '#move-problem'), 'for all to see');
  assert.equal(await page.getAttribute('#move-input', 'aria-invalid'), 'true');
  await page.fill('#move-input', 'e4');
  assert.equal(await page.textContent('#move-problem'), '');

  await page.click('#tab-play');
  await page.fill('#play-minutes', '0');
  await page.click('#play-form button[type=submit]');
  await page.waitForSelector('#play-state:text("Your move.")');
  await page.click('#tab-analyse');
  await page.click('#analyse');
  await page.waitForSelector('#notice:text("when the game is over")');
  assert.ok(await isInSight(page, '#notice'));
  assert.equal(await page.getAttribute('#analyse', 'aria-pressed'), 'false');

  await page.click('#tab-play');
  await page.click('#resign');
  await page.waitForSelector('#resigning[open]');
  await page.keyboard.press('Escape');
  assert.equal(await page.textContent('#play-state'), 'Your move.');
  await page.click('#resign');
  await page.click('#resigning button[value=end]');
  await page.waitForSelector('#play-state:text("Stillpoint wins by resignation.")');
  assert.equal(await page.textContent('#moves .result'), '0–1');
  await page.click('#take-back'); // thought better of it
  assert.equal(await page.textContent('#play-state'), 'Your move.');
  assert.equal(await page.locator('#moves .result').count(), 0);
});
