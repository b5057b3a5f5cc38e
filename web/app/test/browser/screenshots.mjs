// The pictures of docs/web.md:  node test/browser/screenshots.mjs [folder]
import { join } from 'node:path';
import { root, startBoard } from './board.mjs';
import { openPage, startBrowser } from './browser.mjs';

const folder = process.argv[2] ?? join(root, 'docs/images');
const position = 'b2r3r/k4p1p/p2q1np1/NppP4/3p1Q2/P4PPB/1PP4P/1K1RR3 w - - 1 24';
const game =
  '[White "Kasparov"]\n[Black "Topalov"]\n[Date "1999.01.20"]\n\n1. e4 d6 2. d4 Nf6 3. Nc3 g6 4. Be3 Bg7 5. Qd2 c6 6. f3 b5 7. Nge2 Nbd7 8. Bh6 Bxh6 9. Qxh6 Bb7 10. a3 e5 11. O-O-O Qe7 12. Kb1 a6 13. Nc1 O-O-O 14. Nb3 exd4 15. Rxd4 c5 16. Rd1 Nb6 17. g3 Kb8 18. Na5 Ba8 19. Bh3 d5 20. Qf4+ Ka7 21. Rhe1 d4 22. Nd5 Nbxd5 23. exd5 Qd6 24. Rxd4 cxd4 25. Re7+ Kb6 26. Qxd4+ Kxa5 27. b4+ Ka4 28. Qc3 Qxd5 29. Ra7 Bb7 30. Rxb7 1-0';

const browser = await startBrowser();
const board = await startBoard();
const shot = (page, name) => page.screenshot({ path: join(folder, `web-${name}.png`) });

async function setFen(page) {
  await page.click('#tab-game');
  await page.fill('#fen', position);
  await page.click('#fen-form button[type=submit]');
}

{
  const page = await openPage(browser, board.address, { width: 1280, height: 800, colorScheme: 'light' });
  await page.click('#tab-game');
  await page.fill('#pgn', game);
  await page.click('#pgn-form button[type=submit]');
  await page.fill('#game-time', '80');
  await page.click('#analyse-game');
  await page.waitForSelector('#game-progress', { state: 'visible' });
  await page.waitForSelector('#game-progress', { state: 'hidden' });
  await page.click('#tab-analyse');
  await page.click('#moves .move:text("Qd6")');
  await page.click('#analyse');
  await page.waitForTimeout(4000);
  await shot(page, 'analysis');
  await page.context().close();
}
{
  const page = await openPage(browser, board.address, { width: 380, height: 760, colorScheme: 'dark' });
  await setFen(page);
  await page.click('#tab-analyse');
  await page.click('#analyse');
  await page.waitForTimeout(3000);
  await shot(page, 'phone');
  await page.context().close();
}
{
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
await browser.close();
await board.end();
