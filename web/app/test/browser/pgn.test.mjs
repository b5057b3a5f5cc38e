// Games in and out.
import assert from 'node:assert/strict';
import { manyGames } from './games.mjs';
import { faultsFor, loadPgn, moveCount, pageTests, someFrames, until } from './steps.mjs';

const { onPage, onBoth } = pageTests();

onPage('clocks, arrows and evaluations of a PGN are drawn and go out again', { engine: 'native' }, async (page) => {
  await loadPgn(page, '[White "A"]\n\n{ Welcome } 1. e4 { [%eval 0.33] [%clk 0:02:59] } 1... e5 { [%csl Rd4] [%cal Gg1f3] [%eval -5.1] [%clk 0:02:40] } ; good\n2. Nf3 *');
  assert.equal(await page.textContent('#moves'), 'Welcome 1. e4 e5 good 2. Nf3 ');
  await page.click('#moves .move:text("e5")');
  assert.equal(await page.textContent('#clock-bottom'), '2:59');
  assert.equal(await page.textContent('#clock-top'), '2:40');
  assert.equal(await page.locator('#board .cg-shapes line').count(), 1, 'an arrow');
  assert.equal(await page.locator('#board .cg-shapes circle').count(), 1, 'a circle');
  assert.equal(await page.getAttribute('#eval-bar', 'aria-valuetext'), '−5.10 for White');
  // An arrow by hand: it is there after a reload, and in what is written.
  const box = await page.locator('#board cg-board').boundingBox();
  const at = (file, rank) => [box.x + ((file + 0.5) * box.width) / 8, box.y + ((7.5 - rank) * box.height) / 8];
  await page.mouse.move(...at(0, 0));
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(...at(0, 2));
  await page.mouse.up({ button: 'right' });
  await page.reload();
  await page.waitForSelector('body[data-engine=native]');
  assert.equal(await page.locator('#board .cg-shapes line').count(), 2);
  await page.click('#write-pgn');
  const written = await page.inputValue('#pgn');
  for (const part of ['{ Welcome }', '[%eval 0.33] [%clk 0:02:59]', '{ good [%csl Rd4] [%cal Gg1f3,Ga1a3] [%eval -5.10] [%clk 0:02:40] }'])
    assert.ok(written.includes(part), `${part} in ${written}`);
});

onBoth('thousands of games in one file: a list to search and scroll', async (page) => {
  await page.click('#tab-game');
  await page.setInputFiles('#pgn-file', { name: 'many.pgn', mimeType: 'text/plain', buffer: Buffer.from(manyGames(3000)) });
  await until(async () => (await page.textContent('#games-count')) === '3,000 games', 'all of them');
  assert.ok(await page.isHidden('#games-progress'));
  assert.match(await page.textContent('#game-title'), /White 1 –/, 'the first one is open');
  const rows = page.locator('#games [role=option]');
  assert.ok((await rows.count()) < 40, 'only what can be seen');
  await page.evaluate(() => document.getElementById('games').scrollTo(0, 1e9));
  await page.click('#games [role=option]:has-text("3000.")');
  assert.match(await page.textContent('#game-title'), /White 3000 –/);
  assert.ok((await moveCount(page)) > 20);

  await page.fill('#games-search', '2717 WHITE 1976');
  assert.equal(await page.textContent('#games-count'), '1 of 3,000 games');
  await page.press('#games-search', 'Enter');
  assert.match(await page.textContent('#game-title'), /White 2717 –/);
  await page.fill('#games-search', 'nobody');
  assert.equal(await page.textContent('#games-count'), '0 of 3,000 games');
  await page.fill('#games-search', '');
  await page.focus('#games');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  assert.match(await page.textContent('#game-title'), /White 2 –/);
  assert.deepEqual(await faultsFor(page), []);
}, { bypassCSP: true });

onPage('a large file is read in the background, and can be left for another', { engine: 'native' }, async (page) => {
  await page.click('#tab-game');
  await page.evaluate(() => {
    globalThis.told = new Set();
    new MutationObserver(() => globalThis.told.add(document.getElementById('games-progress').value)).observe(document.getElementById('games-progress'), { attributes: true });
  });
  await page.setInputFiles('#pgn-file', { name: 'many.pgn', mimeType: 'text/plain', buffer: Buffer.from(manyGames(40_000)) });
  await page.waitForSelector('#games-progress', { state: 'visible' });
  // Meanwhile the page answers: another game is opened.
  await loadPgn(page, '[White "Other"]\n\n1. d4 *');
  await until(async () => (await page.textContent('#game-title')).startsWith('Other'), 'the other game');
  await someFrames(page);
  assert.ok(await page.isHidden('#games-part'), 'one game is no list, and the large file is not read on');
  assert.ok((await page.evaluate(() => globalThis.told.size)) > 2, 'it told how far it was');
});
