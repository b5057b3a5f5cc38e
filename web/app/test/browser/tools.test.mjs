// What players reach for beside lines and moves, on a desktop and on a phone.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from './board.mjs';
import { clickSquare, playOnBoard } from './browser.mjs';
import { contrast, faultsFor, loadPgn, moveCount, pageTests, setFen, setSetting, sizes, until, untilDepth } from './steps.mjs';

const { onPage, onBoth } = pageTests();

const current = (page) => page.textContent('#moves [aria-current]');
const fitsWidth = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

onBoth('threat, worth of the pieces, arrows as wide as their moves are good', async (page) => {
  await setFen(page, 'r5k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1');
  await page.click('#tab-analyse');
  await page.click('#threat');
  await page.waitForSelector('#board[data-threat=a8a1]');
  assert.equal(await page.locator('#board svg line').count(), 1, 'without an analysis');
  assert.equal(await page.getAttribute('#board svg line', 'stroke'), '#882020');
  await page.click('#worth');
  await until(async () => (await page.locator('#worth-layer span').count()) === 7, 'a number on each piece but the kings');
  assert.match(await page.textContent('#worth-layer [data-side=black]:first-of-type, #worth-layer [data-side=black]'), /^−\d+\.\d$/);
  assert.match(await page.textContent('#worth-note'), /All together: −/);
  await page.click('#threat');
  await until(async () => (await page.locator('#board svg line').count()) === 0, 'the arrow goes');

  await page.click('#tab-game');
  await page.click('#reset');
  await page.click('#tab-analyse');
  await page.click('#threat');
  await page.click('#analyse'); // both at once
  await untilDepth(page, 8);
  await page.waitForSelector('#lines li:nth-child(3) .move');
  await page.waitForSelector('#board:not([data-threat=""])');
  const widths = await page.$$eval('#board svg line', (all) => all.filter((line) => line.getAttribute('stroke') !== '#882020').map((line) => parseFloat(line.getAttribute('stroke-width'))));
  assert.ok(widths.length >= 3 && Math.max(...widths) > 0);
  assert.equal(await page.locator('#worth-layer span').count(), 30);
  assert.ok(await fitsWidth(page));
  // It would be help in a game.
  await page.click('#tab-play');
  await page.click('#play-form button[type=submit]');
  await page.waitForSelector('#play-state:text("Your move.")');
  assert.equal(await page.locator('#worth-layer span').count(), 0);
  assert.equal(await page.getAttribute('#board', 'data-threat'), '');
  await page.keyboard.press('x');
  await page.waitForSelector('#notice:text("when the game is over")');
});

onBoth('endgame tables: the result, and every move with its own', async (page) => {
  const folder = mkdtempSync(join(tmpdir(), 'stillpoint-tables-'));
  try {
    execFileSync(program, ['tables', 'make', '--men', '3', '--threads', '1', '--quiet', '--out', folder], { stdio: 'ignore' });
    await setFen(page, '8/8/8/8/3k4/8/1P6/3K4 b - - 0 1');
    await page.click('#tab-analyse');
    assert.ok(await page.isHidden('#tablebase'), 'none are set');
    await setSetting(page, '#syzygy', folder);
    await page.waitForSelector('#tablebase', { state: 'visible' });
    assert.match(await page.textContent('#tablebase-result'), /^Black to move: (a draw|loses)/);
    assert.deepEqual(await faultsFor(page), []);
    const moves = await page.locator('#tablebase-moves li').count();
    assert.equal(moves, 7);
    await page.click('#analyse');
    await untilDepth(page, 3);
    assert.ok(await page.isVisible('#tablebase'), 'during an analysis too');
    await page.click('#tablebase-moves .move >> nth=0');
    await until(async () => (await moveCount(page)) === 1, 'the move');
    await until(async () => /^White to move/.test(await page.textContent('#tablebase-result')), 'the next position');
    await setFen(page, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
    await page.click('#tab-analyse');
    await until(() => page.isHidden('#tablebase'), 'too many men');
    await setSetting(page, '#syzygy', '/nonexistent');
    await page.waitForSelector('#problem:text("/nonexistent")');
    await setSetting(page, '#syzygy', '');
    await until(async () => (await page.textContent('#problem')) === '', 'no problem any more');
    await untilDepth(page, 3);
    assert.ok(await fitsWidth(page));
  } finally {
    rmSync(folder, { recursive: true });
  }
}, { bypassCSP: true });

onBoth('opening, captured pieces, playing through the game, sounds', async (page) => {
  await page.addInitScript(() => {
    globalThis.sounds = 0;
    const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...when) {
      ++globalThis.sounds;
      return start.apply(this, when);
    };
  });
  await page.reload();
  await page.waitForSelector('body[data-engine=native]');
  assert.ok(await page.isHidden('#opening'));
  await setSetting(page, '#autoplay-time', '1');
  await loadPgn(page, '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. Nxe5 *');
  await page.click('#go-forward'); // loads the names
  await page.waitForSelector('#opening', { state: 'visible' });
  await page.click('#go-start');
  await page.evaluate(() => {
    globalThis.openings = [];
    const line = document.getElementById('opening');
    new MutationObserver(() => globalThis.openings.push(line.textContent)).observe(line, { childList: true });
  });
  await page.click('#autoplay');
  assert.equal(await page.getAttribute('#autoplay', 'aria-pressed'), 'true');
  await until(async () => (await page.getAttribute('#autoplay', 'aria-pressed')) === 'false', 'the end');
  const names = await page.evaluate(() => globalThis.openings);
  assert.ok(names.some((name) => name.startsWith('C60 Ruy Lopez')), `${names}: the name at the fifth move`);
  assert.match(await current(page), /Nxe5/);
  assert.match(await page.textContent('#opening'), /^C6\d Ruy Lopez/);
  assert.ok((await page.evaluate(() => globalThis.sounds)) >= 9, 'each move is heard');
  assert.equal(await page.getAttribute('#captured-bottom', 'aria-label'), 'White has taken: knight, pawn');
  assert.equal(await page.getAttribute('#captured-top', 'aria-label'), 'Black has taken: bishop');
  assert.equal(await page.textContent('#captured-bottom'), '+1');
  await page.click('#flip');
  assert.equal(await page.getAttribute('#captured-top', 'aria-label'), 'White has taken: knight, pawn');
  // Whatever else is done ends it.
  await page.click('#go-start');
  await page.click('#autoplay');
  await page.click('#go-forward');
  assert.equal(await page.getAttribute('#autoplay', 'aria-pressed'), 'false');
  await setSetting(page, '#sound', false);
  const before = await page.evaluate(() => globalThis.sounds);
  await page.click('#go-forward');
  assert.equal(await page.evaluate(() => globalThis.sounds), before);
  assert.ok(await fitsWidth(page));
});

onBoth('signs, comments and variations are written, moved and removed', async (page) => {
  await loadPgn(page, '1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 *');
  assert.equal(await page.locator('#moves .variation .variation').count(), 1, 'a tree');
  await page.click('#moves .move:text("1. e4")');
  await page.click('#annotate summary');
  await page.click('#glyphs [aria-label="interesting move"]');
  await page.click('#glyphs [aria-label="White is better"]');
  assert.equal(await current(page), '1. e4!?±');
  await page.click('#glyphs [aria-label="good move"]');
  assert.equal(await current(page), '1. e4!±');
  await page.fill('#comment', 'best by test');
  assert.equal(await page.textContent('#moves > .comment'), 'best by test');
  await page.click('#moves .move:text("2. Nf3") >> nth=-1');
  assert.equal(await page.inputValue('#comment'), '', 'each move its own');
  await page.reload();
  await page.waitForSelector('body[data-engine=native]');
  assert.equal(await page.textContent('#moves > .comment'), 'best by test');

  const deep = page.locator('#moves .variation .variation');
  await deep.locator('.tool[aria-label="Fold or unfold"]').click();
  assert.equal(await deep.locator('.move').count(), 1);
  await deep.locator('.tool[aria-label="Fold or unfold"]').click();
  assert.equal(await deep.locator('.move').count(), 2);
  await deep.locator('.tool[aria-label="Move it up"]').click();
  assert.match(await page.textContent('#moves > .variation'), /c5 2\. c3/);
  await page.click('#moves > .variation > .variation-tools [aria-label="Move it up"]');
  assert.match(await page.textContent('#moves'), /best by test 1… c5/);
  await page.click('#moves > .variation > .variation-tools [aria-label="Remove this variation"]');
  await page.waitForSelector('#notice:text("2 moves were removed.")');
  assert.equal(await moveCount(page), 6);
  await page.click('#undo');
  assert.equal(await moveCount(page), 8);
  assert.ok(await page.isDisabled('#undo'));
  await page.click('#tab-game');
  await page.click('#write-pgn');
  assert.match(await page.inputValue('#pgn'), /1\. e4 \$1 \$16 \{ best by test \} (1\.\.\. )?c5 \( 1\.\.\. e5 2\. Nf3 \) 2\. c3/);
  assert.ok(await fitsWidth(page));
});

onBoth('settings take effect at once and last', async (page) => {
  await page.click('#settings-button');
  const box = await page.locator('#settings').boundingBox();
  const { width, height } = page.viewportSize();
  assert.ok(Math.abs(box.x + box.width - width) <= 1 && box.width < width && box.height >= height - 1, 'a drawer at the side');
  assert.match(await page.textContent('#threads-note'), /up to \d+/);
  await page.keyboard.press('Escape');
  const looks = () => page.$eval('#board piece.white.king', (piece) => getComputedStyle(piece).backgroundImage);
  const pictures = new Set([await looks()]);
  for (const set of ['flat', 'letters']) {
    await setSetting(page, '#piece-set', set);
    pictures.add(await looks());
  }
  assert.equal(pictures.size, 3, 'three sets of pieces');
  const boards = new Set();
  for (const colours of ['brown', 'blue', 'green', 'grey', 'violet']) {
    await setSetting(page, '#board-theme', colours);
    boards.add(await page.$eval('#board cg-board', (board) => getComputedStyle(board).backgroundImage));
    const [ink, ...squares] = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      const colours = ['--square-ink', '--light-square', '--dark-square'].map((name) => {
        probe.style.color = `var(${name})`;
        return getComputedStyle(probe).color.match(/[\d.]+/g).map(Number);
      });
      probe.remove();
      return colours;
    });
    if (colours !== 'brown') for (const square of squares) assert.ok(contrast([ink, square]) >= 4.5, `letters on ${colours}`);
  }
  assert.equal(boards.size, 5, 'five boards');
  await setSetting(page, '#lines-count', '2');
  await setSetting(page, '#hash', '32');
  assert.ok(await page.isDisabled('#limit-elo'), 'until a limit is wanted');
  await setSetting(page, '#limit', true);
  await setSetting(page, '#limit-elo', '700');
  await page.click('#analyse');
  await page.waitForSelector('#lines li:nth-child(2) .move');
  assert.equal(await page.locator('#lines li').count(), 2);
  assert.match(await page.textContent('#limit-note'), /700 Elo/);
  await page.reload();
  await page.waitForSelector('body[data-engine=native]');
  assert.equal(await page.getAttribute('html', 'data-board'), 'violet');
  assert.ok(pictures.has(await looks()));
  assert.equal(await page.inputValue('#hash'), '32');
  assert.ok(await fitsWidth(page));
});

onBoth('a game with a named clock, a known level and a move ahead of its turn', async (page) => {
  await page.click('#tab-play');
  await page.fill('#play-level', '4');
  assert.equal(await page.textContent('#level-text'), '4: 1000 Elo, casual player');
  await page.selectOption('#play-clock', '3+2');
  assert.equal(await page.inputValue('#play-minutes'), '3');
  await page.fill('#play-minutes', '4');
  await page.keyboard.press('Tab');
  assert.match(await page.$eval('#play-clock', (select) => select.selectedOptions[0].textContent), /^Own: 4\+2$/);
  await page.selectOption('#play-clock', { label: 'Rapid 10+5' });
  await page.click('#play-form button[type=submit]');
  assert.match(await page.textContent('#clock-bottom'), /^(10:00|9:\d\d)/);
  await playOnBoard(page, 'h2h4');
  await playOnBoard(page, 'h4h5'); // while the engine thinks, or at once
  await until(async () => (await moveCount(page)) >= 4, 'both of our moves and two answers');
  assert.match(await page.textContent('#moves'), /2\. h5/);
  await page.click('#tab-game');
  await page.click('#write-pgn');
  assert.match(await page.inputValue('#pgn'), /\[TimeControl "600\+5"\]/);
});

// The moves of a game chosen while it is certainly not our turn, by dragging.
onPage('a premove is drawn, played when it can be, and forgotten otherwise', { engine: 'native', ...sizes.desktop }, async (page) => {
  await page.click('#tab-play');
  await page.fill('#play-minutes', '0');
  await page.click('#play-form button[type=submit]');
  await playOnBoard(page, 'e2e4');
  const board = await page.locator('#board cg-board').boundingBox();
  const at = (square) => [board.x + (('abcdefgh'.indexOf(square[0]) + 0.5) * board.width) / 8, board.y + ((8.5 - Number(square[1])) * board.height) / 8];
  await page.mouse.move(...at('d2'));
  await page.mouse.down();
  await page.mouse.move(...at('d3'), { steps: 3 });
  await page.mouse.move(...at('d4'), { steps: 3 });
  await page.mouse.up();
  await until(async () => (await moveCount(page)) >= 3, 'the answer, and our move');
  assert.match(await page.textContent('#moves'), /2\. d4/);
  await until(async () => (await moveCount(page)) === 4, 'its answer');
  assert.equal(await page.locator('#board square.current-premove').count(), 0);
});

onPage('everything with the keyboard', { engine: 'native', ...sizes.desktop }, async (page) => {
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press('m');
  await page.keyboard.type('e4\n');
  await page.keyboard.type('e5\n');
  await page.evaluate(() => document.activeElement.blur());
  await press('Home');
  assert.equal(await page.locator('#moves [aria-current]').count(), 0);
  await press('f');
  assert.equal(await page.locator('#board.orientation-black').count(), 1);
  await press('f', 'End', 'ArrowLeft', '3');
  assert.equal(await current(page), '1. e4!!');
  await press('0');
  assert.equal(await current(page), '1. e4');
  await press('c');
  await page.keyboard.type('first');
  await press('Enter');
  assert.equal(await page.textContent('#moves .comment'), 'first');
  await press('m');
  await page.keyboard.type('c5\n');
  await page.evaluate(() => document.activeElement.blur());
  await press('p');
  assert.match(await page.textContent('#moves'), /1\. e4 first 1… c5/);
  await press('Delete');
  assert.equal(await moveCount(page), 2);
  await press('u');
  assert.equal(await moveCount(page), 3);
  await press('v');
  await until(async () => (await page.locator('#worth-layer span').count()) === 30, 'worth');
  await press('v', 'x');
  await page.waitForSelector('#board:not([data-threat=""])');
  await press('x', 'w');
  assert.ok(!(await page.isChecked('#arrows')));
  await press('w', 'Home', 'a');
  assert.equal(await page.getAttribute('#autoplay', 'aria-pressed'), 'true');
  await clickSquare(page, 'e7'); // the board has the focus, and the keys still work
  await press('a', ' ');
  await untilDepth(page, 4);
  await press(' ', 't');
  assert.equal(await page.getAttribute('#tab-review', 'aria-selected'), 'true');
  await press(',');
  assert.ok(await page.isVisible('#settings'));
  await press('Escape', '?');
  const shown = await page.textContent('#keys');
  for (const key of ['x', 'v', 'Delete', 'Space', 'Home', ',']) assert.ok(shown.includes(key), key);
  await press('Escape');

  // A position, square by square.
  await press('t', 't');
  await page.focus('#edit');
  await press('Enter');
  await page.focus('#editor-clear');
  await press('Enter');
  await page.focus('#editor-board');
  await press('ArrowUp', 'k'); // e5
  await press('ArrowDown', 'ArrowDown', 'Shift+K', 'ArrowLeft', 'Shift+Q', 'ArrowLeft', 'p', 'Delete');
  assert.equal(await page.textContent('#editor-cursor'), 'c3: empty');
  await page.focus('#editor-turn');
  await page.selectOption('#editor-turn', 'b');
  await page.focus('#editor-use');
  await press('Enter');
  assert.equal(await page.inputValue('#fen'), '8/8/8/4k3/8/3QK3/8/8 b - - 0 1');
});

for (const [size, context] of Object.entries(sizes))
  for (const colorScheme of ['light', 'dark'])
    onPage(`no faults for anybody in any view, ${size}, ${colorScheme}`, { engine: 'native', colorScheme, bypassCSP: true, ...context }, async (page) => {
      await loadPgn(page, '1. e4 {good} e5 (1... c5 $5 2. Nf3) 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 *');
      await page.click('#go-end');
      await page.click('#tab-analyse');
      await page.click('#worth');
      await page.click('#threat');
      await page.click('#annotate summary');
      await page.click('#analyse');
      await untilDepth(page, 4);
      await page.click('#analyse');
      for (const tab of ['analyse', 'review', 'play', 'game', 'search']) {
        await page.click(`#tab-${tab}`);
        assert.deepEqual(await faultsFor(page), [], tab);
        assert.ok(await fitsWidth(page), tab);
      }
      for (const [name, button] of [['settings', '#settings-button'], ['help', '#help-button']]) {
        await page.click(button);
        if (name === 'settings') await page.click('#settings .term:text("Hash table")');
        assert.deepEqual(await faultsFor(page), [], name);
        if (name === 'settings') await page.keyboard.press('Escape'); // the word's explanation
        await page.keyboard.press('Escape');
      }
      await page.click('#tab-game');
      await page.click('#edit');
      await page.focus('#editor-board');
      await page.keyboard.press('ArrowUp');
      assert.deepEqual(await faultsFor(page), [], 'editor');
      await page.click('#editor-cancel');
      await page.click('#tab-play');
      await page.click('#play-form button[type=submit]');
      await page.waitForSelector('#play-state:text("Your move.")');
      assert.deepEqual(await faultsFor(page), [], 'a game');
      await page.click('#analyse-game');
      await page.waitForSelector('#leave[open]');
      assert.deepEqual(await faultsFor(page), [], 'the question before a game ends');
      await page.keyboard.press('Escape');
      await page.click('#resign');
      await page.waitForSelector('#resigning[open]');
      assert.deepEqual(await faultsFor(page), [], 'the question before it is given up');
      await page.click('#resigning button[value=end]');
      await setFen(page, '8/2P4k/8/8/8/8/8/K7 w - - 0 1');
      await playOnBoard(page, 'c7c8');
      await page.waitForSelector('.promotion[open]');
      assert.deepEqual(await faultsFor(page), [], 'promotion');
    });
