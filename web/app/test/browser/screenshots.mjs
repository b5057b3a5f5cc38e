// The pictures of docs/web.md:  node test/browser/screenshots.mjs [folder [name]...]
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, startBoard } from './board.mjs';
import { manyGames } from './games.mjs';
import { openPage, playOnBoard, startBrowser } from './browser.mjs';
import { setSetting } from './steps.mjs';

const folder = process.argv[2] ?? join(root, 'docs/images');
const isWanted = (name) => process.argv.length < 4 || process.argv.slice(3).includes(name);
const position = 'b2r3r/k4p1p/p2q1np1/NppP4/3p1Q2/P4PPB/1PP4P/1K1RR3 w - - 1 24';
const game =
  '[White "Kasparov"]\n[Black "Topalov"]\n[Date "1999.01.20"]\n\n1. e4 d6 2. d4 Nf6 3. Nc3 g6 4. Be3 Bg7 5. Qd2 c6 6. f3 b5 7. Nge2 Nbd7 8. Bh6 Bxh6 9. Qxh6 Bb7 10. a3 e5 11. O-O-O Qe7 12. Kb1 a6 13. Nc1 O-O-O 14. Nb3 exd4 15. Rxd4 c5 16. Rd1 Nb6 17. g3 Kb8 18. Na5 Ba8 19. Bh3 d5 20. Qf4+ Ka7 21. Rhe1 d4 22. Nd5 Nbxd5 23. exd5 Qd6 24. Rxd4 cxd4 25. Re7+ Kb6 26. Qxd4+ Kxa5 27. b4+ Ka4 28. Qc3 Qxd5 29. Ra7 Bb7 30. Rxb7 1-0';

const browser = await startBrowser();
const board = await startBoard();
const painter = await browser.newPage();

// As WebP, a quarter of a PNG's size; the browser writes it.
async function shot(page, name) {
  await page.waitForTimeout(500); // pieces may be on their way
  const png = (await page.screenshot()).toString('base64');
  const webp = await painter.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('2d').drawImage(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
    return Array.from(new Uint8Array(await blob.arrayBuffer()));
  }, png);
  writeFileSync(join(folder, `web-${name}.webp`), Buffer.from(webp));
  if (process.env.KEEP_PNG) writeFileSync(join(process.env.KEEP_PNG, `web-${name}.png`), Buffer.from(png, 'base64'));
}

async function setFen(page) {
  await page.click('#tab-game');
  await page.fill('#fen', position);
  await page.click('#fen-form button[type=submit]');
}

if (isWanted('analysis')) {
  const page = await openPage(browser, board.address, { width: 1540, height: 800, colorScheme: 'light' });
  await page.click('#tab-game');
  await page.fill('#pgn', game);
  await page.click('#pgn-form button[type=submit]');
  await setSetting(page, '#game-time', '80');
  await page.click('#analyse-game');
  await page.waitForSelector('#review-sides');
  await page.click('#tab-analyse');
  await page.click('#moves .move:text("Qd6")');
  await page.click('#analyse');
  await page.waitForSelector('.line:nth-child(3) .explanation');
  await page.waitForTimeout(8000);
  await shot(page, 'analysis');
  await page.context().close();
}
if (isWanted('tools')) {
  const page = await openPage(browser, board.address, { width: 1500, height: 720, colorScheme: 'light' });
  await page.click('#tab-game');
  await page.fill('#pgn', '1. e4 e5 2. Nf3 (2. f4 exf4 3. Nf3 $5 (3. Bc4 Qh4+ 4. Kf1) 3... g5) 2... Nc6 3. Bb5 a6 4. Bxc6 {The exchange.} dxc6 5. Nxe5 $6 Qd4 6. Nf3 Qxe4+ 7. Qe2 *');
  await page.click('#pgn-form button[type=submit]');
  await page.click('#tab-analyse');
  await page.click('#moves .move:text("Qd4")');
  for (const button of ['#threat', '#worth', '#analyse']) await page.click(button);
  await page.waitForTimeout(5000);
  await shot(page, 'tools');
  await page.context().close();
}
if (isWanted('settings')) {
  const page = await openPage(browser, board.address, { width: 900, height: 620, colorScheme: 'dark' });
  await page.click('#settings-button');
  await page.selectOption('#board-theme', 'blue');
  await page.selectOption('#piece-set', 'flat');
  await shot(page, 'settings');
  await page.context().close();
}
if (isWanted('play')) {
  const page = await openPage(browser, board.address, { width: 900, height: 620, colorScheme: 'light' });
  await page.click('#tab-play');
  await page.selectOption('#play-clock', '3+2');
  await page.click('#play-form button[type=submit]');
  for (const [move, answers] of [['e2e4', 2], ['d2d4', 4]]) {
    await playOnBoard(page, move);
    await page.waitForFunction((count) => document.querySelectorAll('#moves .move').length >= count, answers);
  }
  await shot(page, 'play');
  await page.context().close();
}
if (isWanted('phone')) {
  const page = await openPage(browser, board.address, { width: 380, height: 760, colorScheme: 'dark' });
  await setFen(page);
  await page.click('#tab-analyse');
  await page.click('#analyse');
  await page.waitForTimeout(3000);
  await shot(page, 'phone');
  await page.context().close();
}
if (isWanted('search')) {
  const page = await openPage(browser, board.address, { width: 1000, height: 700, colorScheme: 'light' });
  await setFen(page);
  await page.click('#tab-search');
  await page.fill('#tree-depth', '10');
  await page.click('#tree-form button[type=submit]');
  await page.waitForSelector('#tree-view:not([hidden]) #tree-facts dd');
  await page.focus('#tree');
  for (let i = 0; i < 2; ++i) await page.keyboard.press('ArrowDown');
  await shot(page, 'search');
  await page.context().close();
}
if (isWanted('horizon')) {
  const page = await openPage(browser, board.address, { width: 1000, height: 760, colorScheme: 'light' });
  await page.click('#tab-game');
  await page.fill('#fen', 'rnbqkb1r/pp2pppp/3p1n2/2p5/4P3/2P2N2/PP1PBPPP/RNBQK2R b KQkq - 2 4');
  await page.click('#fen-form button[type=submit]');
  await page.click('#tab-search');
  await page.click('#horizon');
  await page.waitForSelector('#horizon-rows tr[aria-current]');
  await shot(page, 'horizon');
  await page.context().close();
}
if (isWanted('game')) {
  const page = await openPage(browser, board.address, { width: 1000, height: 700, colorScheme: 'light' });
  await page.click('#tab-game');
  await page.fill('#pgn', manyGames(12));
  await page.click('#pgn-form button[type=submit]');
  await page.waitForSelector('#games-count:text("12 games")');
  await shot(page, 'game');
  await page.click('#edit');
  await page.click('#editor-palette [aria-label="white queen"]');
  await shot(page, 'editor');
  await page.context().close();
}
// A game with signs of its author's, reviewed.
const opera =
  '[White "Morphy"]\n[Black "Karl, Isouard"]\n[Date "1858.??.??"]\n\n1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5! cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7! Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+!! Nxb8 17. Rd8# 1-0';
const reviewSizes = { review: { width: 1520, height: 760, colorScheme: 'light' }, 'review-phone': { width: 390, height: 844, colorScheme: 'dark' } };
for (const [name, size] of Object.entries(reviewSizes).filter(([name]) => isWanted(name))) {
  const page = await openPage(browser, board.address, size);
  page.setDefaultTimeout(120_000);
  await page.click('#tab-game');
  await page.fill('#pgn', opera);
  await page.click('#pgn-form button[type=submit]');
  await setSetting(page, '#game-time', '400');
  await page.click('#analyse-game');
  await page.waitForSelector('#review-sides');
  await page.click('#moves .move:text("b5")');
  await page.locator('#panel-review').evaluate((panel) => (panel.closest('.panel').scrollTop = 0));
  if (name === 'review-phone') {
    await page.click('#review-learn');
    await page.click('#lesson-show');
    await page.locator('#tabs').evaluate((tabs) => scrollTo(0, tabs.getBoundingClientRect().bottom + scrollY - 560));
  }
  await shot(page, name);
  await page.context().close();
}
if (isWanted('explain')) {
  const page = await openPage(browser, board.address, { width: 1000, height: 640, colorScheme: 'light' });
  await page.click('#tab-game');
  await page.fill('#fen', 'r1bqkb1r/pppn1ppp/5n2/3p2B1/3P4/2N5/PP2PPPP/R2QKBNR w KQkq - 0 6');
  await page.click('#fen-form button[type=submit]');
  await page.click('#tab-analyse');
  await page.click('#analyse');
  await page.waitForSelector('.line:nth-child(3) .explanation', { timeout: 60_000 });
  await page.waitForTimeout(3000);
  await shot(page, 'explain');
  await page.context().close();
}
if (isWanted('figures')) {
  const page = await openPage(browser, board.address, { width: 1000, height: 700, colorScheme: 'light' });
  await page.click('#tab-search');
  await page.click('#figures summary');
  await page.click('#figures-by-saves');
  await page.click('#figures-rules button:text-is("null move")');
  await page.locator('#figures summary').evaluate((summary) => summary.scrollIntoView());
  await shot(page, 'figures');
  await page.context().close();
}
await browser.close();
await board.end();
