// How things look: sizes, letters and digits, promotion, the graph; and how much there is to load.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playOnBoard, clickSquare } from './browser.mjs';
import { pageSizes, sumForAll } from './sizes.mjs';
import { contrast, loadPgn, pageTests, setFen, sizes, until, untilDepth, workOf } from './steps.mjs';

const { onPage, onBoth } = pageTests();

const box = (page, selector) => page.locator(selector).boundingBox();

onPage('the board uses the window, and everything about it fits', { engine: 'native' }, async (page) => {
  for (const [width, height, least] of [[900, 600, 430], [1280, 720, 560], [1920, 1080, 900]]) {
    await page.setViewportSize({ width, height });
    // The page is laid out anew within a frame or two.
    const size = await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done([document.documentElement.scrollWidth, document.documentElement.scrollHeight])))));
    assert.ok(size[0] <= width && size[1] <= height, `no scrolling in ${width} x ${height}: ${size}`);
    const [board, buttons, panel] = await Promise.all([box(page, '#board'), box(page, '.below-board'), box(page, '.panel')]);
    assert.ok(board.width >= least, `${width} x ${height}: a board of ${board.width}`);
    assert.ok(buttons.y + buttons.height <= height, 'the buttons are in sight');
    assert.ok(panel.x > board.x + board.width && panel.x + panel.width <= width, 'the panel stands beside it');
    assert.ok(panel.x + panel.width - (board.x - 40) > 0.93 * width, `${width} x ${height} is used`);
  }
  const [tools, moves] = await Promise.all([box(page, '.tools'), box(page, '#moves-part')]);
  assert.ok(moves.x >= tools.x + tools.width, 'moves beside the tools where there is room');
});

// Whatever stands above and below the board, it shrinks for it.
onPage('news above the board and clocks beside it hide nothing', { engine: 'native', tablesDeclined: false, width: 900, height: 600 }, async (page) => {
  await page.waitForSelector('#tables-make');
  await page.click('#tab-play');
  await page.fill('#play-minutes', '5');
  await page.click('#play-form button[type=submit]');
  await page.waitForSelector('#clock-top');
  for (const [width, height] of [[900, 600], [1920, 1080]]) {
    await page.setViewportSize({ width, height });
    const boxes = () => Promise.all(['#board', '#board cg-board', '#eval-bar'].map((name) => box(page, name)));
    await until(async () => {
      const [board, squares, bar] = await boxes();
      return board.width > height / 2 && squares.width === board.width && bar.height === board.height;
    }, `laid out anew for ${width} x ${height}, the bar as long as the board`);
    const [board, row, field] = await Promise.all(['#board', '.below-board', '#move-input'].map((name) => box(page, name)));
    for (const { y, height: own } of [row, field]) assert.ok(y + own <= height, `what is below the board is in sight in ${width} x ${height}`);
    assert.ok(field.x + field.width <= board.x + board.width + 1 && field.y < row.y + 10, 'in one row');
  }
});

for (const [colorScheme, size] of [['light', 'desktop'], ['dark', 'desktop'], ['light', 'phone']])
  onPage(`letters and digits can be read, ${colorScheme}, ${size}`, { engine: 'native', colorScheme, ...sizes[size] }, async (page) => {
    // Pieces reach into the corners of small squares.
    const [letters, pieces] = await Promise.all(['#board coords', '#board piece'].map((name) => page.$eval(name, (element) => Number(getComputedStyle(element).zIndex))));
    assert.ok(letters > pieces, 'nothing stands before them');
    for (const turned of [false, true]) {
      if (turned) await page.click('#flip');
      const board = await box(page, '#board cg-board');
      const found = await page.$$eval('#board coord', (all) => all.map((coord) => {
        const range = document.createRange();
        range.selectNodeContents(coord);
        const { left, top, width, height } = range.getBoundingClientRect();
        const style = getComputedStyle(coord);
        return {
          text: coord.innerText, x: left + width / 2, y: top + height / 2, width, height, size: parseFloat(style.fontSize),
          colour: style.color.match(/[\d.]+/g).map(Number), isOpaque: getComputedStyle(coord.parentElement).opacity === '1',
        };
      }));
      assert.equal(found.length, 16);
      for (const { text, x, y, size, colour, isOpaque } of found) {
        const [column, row] = [Math.floor(((x - board.x) / board.width) * 8), Math.floor(((y - board.y) / board.height) * 8)];
        assert.ok(column >= 0 && column < 8 && row >= 0 && row < 8, `${text} is on the board`);
        const [file, rank] = turned ? ['hgfedcba'[column], row + 1] : ['abcdefgh'[column], 8 - row];
        assert.ok(text === file || text === String(rank), `${text} on ${file}${rank}`);
        const square = (column + row) % 2 === 0 ? [240, 217, 181] : [192, 174, 145];
        assert.ok(isOpaque && size >= 10 && contrast([colour, square]) >= 4.5, `${text}: ${colour} on ${square}`);
      }
    }
  });

onBoth('a pawn is promoted at its square', async (page) => {
  await setFen(page, '8/2P4k/8/8/8/8/5p2/K7 w - - 0 1');
  const square = async (name, isTurned) => {
    const board = await box(page, '#board cg-board');
    const [column, row] = ['abcdefgh'.indexOf(name[0]), 8 - Number(name[1])].map((value) => (isTurned ? 7 - value : value));
    return { x: board.x + (column * board.width) / 8, y: board.y + (row * board.height) / 8, size: board.width / 8 };
  };
  const isAt = async (name, isTurned) => {
    const [queen, place] = await Promise.all([box(page, '.promotion [aria-label=queen]'), square(name, isTurned)]);
    assert.ok(Math.abs((await box(page, '.promotion')).height - 4 * place.size) < 2, 'as high as its four pieces');
    for (const [is, should] of [[queen.x, place.x], [queen.y, place.y], [queen.width, place.size]]) assert.ok(Math.abs(is - should) < 2, `${name}: ${is}, ${should}`);
  };
  for (const isTurned of [false, true]) {
    if (isTurned) await page.click('#flip');
    await playOnBoard(page, 'c7c8');
    await page.waitForSelector('.promotion[open]');
    await isAt('c8', isTurned);
    await page.keyboard.press('Escape'); // thought better of it
    await until(async () => (await page.locator('.promotion').count()) === 0, 'the question is gone');
    assert.equal(await page.locator('#moves .move').count(), 0);
  }
  await clickSquare(page, 'c7'); // nothing is left selected from before
  await clickSquare(page, 'c8');
  await page.click('.promotion [aria-label=rook]');
  await page.waitForSelector('#moves .move:text("c8=R")');
  await playOnBoard(page, 'f2f1');
  await page.waitForSelector('.promotion[open]');
  await isAt('f1', true);
  await page.click('.promotion [aria-label=queen]');
  await page.waitForSelector('#moves .move:text("f1=Q")');
});

onBoth('the graph is empty where nothing was analysed', async (page) => {
  await loadPgn(page, '1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Nf3 Nc6 3. Bb5 {[%eval 0.4]} a6 4. Ba4 {[%eval 0.3]} Nf6 {[%eval 0.3]} *');
  await page.waitForSelector('#graph svg');
  const curves = await page.$$eval('#graph .curve', (all) => all.map((curve) => curve.getAttribute('points').split(' ').map((point) => parseFloat(point))));
  assert.equal(curves.length, 3);
  const step = 600 / 8;
  assert.deepEqual(curves.map((xs) => [xs[0], xs.at(-1)]), [[step, 2 * step], [5 * step - 1, 5 * step + 1], [7 * step, 8 * step]]);
});

// Script, style and layout, in processor time, of which a frame has 16 ms, whatever else the machine does.
onBoth('what is drawn when lines come leaves room for sixty frames a second', async (page) => {
  await loadPgn(page, '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 *');
  await page.click('#tab-analyse');
  for (const button of ['#threat', '#worth', '#analyse']) await page.click(button);
  await untilDepth(page, 8);
  const work = await workOf(page, ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration']);
  const before = await work();
  // All of it in the page: who asks how far it is makes it work. Five times, and then another position.
  await page.evaluate(async () => {
    for (let step = 0; step < 8; ++step) {
      document.getElementById('go-forward').click();
      await new Promise((done) => {
        let left = 5;
        new MutationObserver(() => --left === 0 && done()).observe(document.getElementById('lines'), { childList: true, subtree: true });
      });
    }
  });
  const perUpdate = (1000 * ((await work()) - before)) / (8 * 5);
  assert.ok(perUpdate < 16, `${perUpdate.toFixed(1)} ms for each time lines are drawn`);
});

test('what every visitor loads is light', () => {
  const { compressed } = sumForAll(pageSizes());
  assert.ok(compressed < 250_000, `${compressed} bytes`);
});
