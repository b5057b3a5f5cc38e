// The page as a person uses it, with the engine on this machine and with the one in the browser.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startBoard } from './board.mjs';
import { clickSquare, noSimd, openPage, playOnBoard, startBrowserWithoutSimd } from './browser.mjs';
import { startPlainServer } from './plain_server.mjs';
import { faultsFor, moveCount, pageTests, setFen, setSetting, someFrames, timeout, until, untilDepth } from './steps.mjs';

const { onPage, onBoth, browser, board } = pageTests();

for (const engine of ['native', 'browser']) {
  onPage(`analysis with the ${engine} engine`, { engine }, async (page) => {
    await page.click('#analyse');
    await untilDepth(page, 8);
    await page.waitForSelector('#lines li:nth-child(3) .move');
    assert.match(await page.textContent('#lines li:first-child'), /[+−]?\d\.\d\d1\. /);
    assert.ok((await page.locator('#board svg line').count()) >= 3, 'arrows');
    assert.notEqual(await page.getAttribute('#eval-bar', 'aria-valuetext'), 'No evaluation yet');
    assert.match(await page.getAttribute('#wdl', 'aria-label'), /White wins \d+ %/);

    // Pointing at a move shows the board after it; clicking plays the line up to it.
    await page.hover('#lines li:first-child .move:nth-of-type(2)');
    assert.ok(await page.isVisible('.preview'));
    await page.click('#lines li:first-child .move:nth-of-type(2)');
    assert.equal(await moveCount(page), 2);
    await untilDepth(page, 5);

    // A move on the board makes a variation, and the analysis follows.
    await page.keyboard.press('Home');
    await playOnBoard(page, 'h2h3');
    await page.waitForSelector('#moves .variation');
    await untilDepth(page, 5);
    await page.click('#analyse');
    await page.waitForSelector('#analyse[aria-pressed=false]');
  });

  onPage(`a game to mate against the weakest level of the ${engine} engine`, { engine }, async (page) => {
    await setFen(page, '7k/8/8/8/8/8/R7/KQ6 w - - 0 1');
    await page.click('#tab-play');
    await page.fill('#play-level', '0');
    await page.fill('#play-minutes', '50');
    await page.selectOption('#play-start', 'here');
    await page.click('#play-form button[type=submit]');
    assert.match(await page.textContent('#clock-bottom'), /^50:00|^49:\d\d/);
    for (let move = 0; move < 30; ++move) {
      const before = await moveCount(page);
      await page.click('#hint');
      await page.waitForSelector('#board:not([data-hint=""])');
      await playOnBoard(page, await page.getAttribute('#board', 'data-hint'));
      const isOver = async () => /win|draw/.test(await page.textContent('#play-state'));
      await until(async () => (await isOver()) || (await moveCount(page)) === before + 2, 'an answer');
      if (await isOver()) break;
      if (move === 0) {
        // Taking back leads to the same decision again.
        await page.click('#take-back');
        assert.equal(await moveCount(page), 0);
      }
    }
    assert.equal(await page.textContent('#play-state'), 'You win by checkmate.');
  });
}

onPage('switching engines while analysing', { engine: 'native' }, async (page) => {
  await page.click('#analyse');
  await untilDepth(page, 6);
  await page.selectOption('#engine-choice', 'browser');
  await page.waitForSelector('body[data-engine=browser]');
  assert.match(await page.textContent('#engine-note'), /WebAssembly, up to \d+ threads/);
  await untilDepth(page, 6);
  await page.selectOption('#engine-choice', 'native');
  await page.waitForSelector('body[data-engine=native]');
  await untilDepth(page, 6);
});

test('an engine that does not start leaves the other in place', { timeout }, async () => {
  const page = await openPage(browser(), board().address, { engine: 'native', serviceWorkers: 'block' });
  await page.route('**/engine/*.wasm', (route) => route.abort());
  await page.click('#tab-play');
  await page.fill('#play-minutes', '0');
  await page.click('#play-form button[type=submit]');
  await page.selectOption('#engine-choice', 'browser');
  await page.waitForSelector('#problem:text("did not start")');
  assert.equal(await page.inputValue('#engine-choice'), 'native');
  await playOnBoard(page, 'e2e4');
  await until(async () => (await moveCount(page)) === 2, 'an answer');
  await page.context().close();
});

onBoth('nothing ends a game without asking', async (page) => {
  await page.click('#tab-play');
  await page.fill('#play-minutes', '0');
  await page.click('#play-form button[type=submit]');
  await page.waitForSelector('#play-state:text("Your move.")');
  // Another engine plays on.
  await page.selectOption('#engine-choice', 'browser');
  await page.waitForSelector('body[data-engine=browser]');
  await playOnBoard(page, 'e2e4');
  await until(async () => (await moveCount(page)) === 2, 'an answer of the other engine');
  // What would end it asks first.
  for (const [tab, way] of [['play', '#analyse-game'], ['play', '#play-form button[type=submit]'], ['game', '#reset']]) {
    await page.click(`#tab-${tab}`);
    await page.click(way);
    await page.waitForSelector('#leave[open]');
    await page.keyboard.press('Escape');
    assert.equal(await moveCount(page), 2, way);
  }
  await page.click('#tab-play');
  assert.equal(await page.textContent('#play-state'), 'Your move.');
  await page.click('#analyse-game');
  await page.click('#leave button[value=end]');
  await page.waitForSelector('#graph svg polyline');
  assert.ok(await page.isDisabled('#resign'), 'the game is over');
});

onBoth('a PGN comes in, is analysed and goes out', async (page) => {
  await page.click('#tab-game');
  await page.fill('#pgn', '[White "Morphy"]\n[Black "Allies"]\n[Date "1858.??.??"]\n\n1. e4 e5 2. Nf3 d6 3. d4 Bg4 (3... exd4 {better}) 4. dxe5 Bxf3 5. Qxf3 dxe5 1-0\n\n[White "Second"]\n\n1. d4 *');
  await page.click('#pgn-form button[type=submit]');
  assert.equal(await page.textContent('#game-title'), 'Morphy – Allies, 1858');
  assert.equal(await moveCount(page), 11);
  assert.equal(await page.textContent('#moves .result'), '1–0');
  assert.equal(await page.locator('#games [role=option]').count(), 2);
  await setSetting(page, '#game-time', '30');
  await page.click('#analyse-game');
  await page.waitForSelector('#review-sides');
  await page.waitForSelector('#graph svg polyline');
  await page.click('#graph', { position: { x: 2, y: 10 } });
  await page.click('#tab-game');
  await page.click('#write-pgn');
  assert.match(await page.inputValue('#pgn'), /3\. d4 (\$\d )?\{ [^}]*\[%eval [-.\d]+,\d+\] \} Bg4 (\$\d )?\{ [^}]*\[%eval [-.\d]+,\d+\] \} \( 3\.\.\. exd4 \{ better \} \)/);
  await page.click('#games [role=option]:nth-child(2)');
  assert.equal(await moveCount(page), 1);
  await page.fill('#pgn', 'no game');
  await page.click('#pgn-form button[type=submit]');
  await page.waitForSelector('#game-problem:not(:empty)');
});

onBoth('setting up a position, Chess960, promotion, a typed move', async (page) => {
  await setFen(page, '8/P6k/8/8/8/8/8/K7 w - - 0 1');
  await playOnBoard(page, 'a7a8');
  await page.click('.promotion button[aria-label=knight]');
  await page.waitForSelector('#moves .move');
  assert.match(await page.textContent('#moves'), /a8=N/);
  await page.fill('#fen', 'nonsense');
  await page.click('#fen-form button[type=submit]');
  assert.equal(await page.textContent('#game-problem'), 'This is not a FEN.');

  await page.click('#reset');
  await page.keyboard.press('Escape');
  await page.fill('#move-input', 'Nf3');
  await page.press('#move-input', 'Enter');
  await page.waitForSelector('#moves .move:text("Nf3")');

  await page.fill('#chess960', '0');
  await page.click('#chess960-form button[type=submit]');
  assert.match(await page.inputValue('#fen'), /^bbqnnrkr\/.* HFhf |^bbqnnrkr\/.* KQkq /);

  await page.click('#edit');
  await page.click('#editor-clear');
  assert.equal(await page.textContent('#editor-problem'), 'The board is empty.');
  assert.ok(await page.isDisabled('#editor-use'));
  for (const [piece, square] of [['white king', 'e1'], ['black king', 'e8'], ['white queen', 'd5']]) {
    await page.click(`#editor-palette [aria-label="${piece}"]`);
    await clickSquare(page, square, '#editor-board');
  }
  await page.selectOption('#editor-turn', 'b');
  await page.click('#editor-use');
  assert.equal(await page.inputValue('#fen'), '4k3/8/8/3Q4/8/8/8/4K3 b - - 0 1');

  // In Chess960 a rook may castle that is not the outermost one, and another may be chosen.
  await setFen(page, '4k3/8/8/8/8/8/8/RR2K3 w B - 0 1');
  await page.click('#edit');
  await page.click('#editor-use');
  assert.equal(await page.inputValue('#fen'), '4k3/8/8/8/8/8/8/RR2K3 w B - 0 1');
  await page.click('#edit');
  await page.selectOption('#editor-castling select:visible', 'a1');
  await page.click('#editor-use');
  assert.equal(await page.inputValue('#fen'), '4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1');
});

onPage('on a phone nothing sticks out', { engine: 'native', width: 360, height: 740, hasTouch: true, isMobile: true }, async (page) => {
  for (const tab of ['analyse', 'review', 'play', 'game', 'search']) {
    await page.click(`#tab-${tab}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), tab);
  }
});

test('without the headers for threads there is one thread, and the page says so', { timeout }, async (t) => {
  const server = await startPlainServer();
  t.after(() => server.end());
  const page = await openPage(browser(), server.address, { engine: 'browser' });
  assert.match(await page.textContent('#engine-note'), /one thread: .*COOP and COEP/);
  await page.click('#analyse');
  await untilDepth(page, 6);
  await playOnBoard(page, 'e2e4'); // stops one search and starts another
  await untilDepth(page, 6);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

// The engine's modules that the page has kept to work offline.
async function keptModules(page) {
  const kept = await page.evaluate(async () => (await (await caches.open((await caches.keys())[0])).keys()).map(({ url }) => url));
  return kept.map((address) => /stillpoint-(\w+)\.wasm$/.exec(address)?.[1]).filter(Boolean).sort();
}

test('a browser without SIMD', { timeout, skip: !noSimd.isPossible }, async (t) => {
  const old = await startBrowserWithoutSimd();
  t.after(() => old.close());
  const page = await openPage(old, board().address, { engine: 'browser' });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  assert.ok((await keptModules(page)).includes('plain'));
  await page.click('#analyse');
  await untilDepth(page, 5);
  assert.match(await page.locator('body').textContent(), /this browser has no SIMD/);
  assert.deepEqual(page.problems, []);
});

test('offline after the first visit', { timeout }, async (t) => {
  const other = await startBoard();
  t.after(() => other.end());
  const page = await openPage(browser(), other.address, { engine: 'native' });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  assert.deepEqual(await keptModules(page), ['single', 'threads']);
  await other.end();
  await page.reload();
  await page.waitForSelector('body[data-engine=browser]');
  await page.click('#analyse');
  await untilDepth(page, 6);
  await page.context().close();
});

test('the search, seen in the engine that runs in the page', { timeout }, async () => {
  const page = await openPage(browser(), board().address, { engine: 'browser' });
  await page.click('#tab-search');
  await page.fill('#tree-depth', '6');
  await page.click('#tree-form button[type=submit]');
  await page.waitForSelector('#tree-view:not([hidden]) #tree-facts dd');
  assert.match(await page.textContent('#tree-state'), /\d+ nodes of 6 iterations/);
  await page.focus('#tree');
  await page.keyboard.press('ArrowDown');
  await page.click('#tree-ask');
  await page.waitForSelector('#tree-why:not(:empty)');
  await page.click('#horizon');
  await page.waitForSelector('#horizon-rows tr');
  await page.click('#search-stats');
  await page.waitForSelector('#search-stats-text:text-matches("quiescence nodes")');
  assert.match(await page.textContent('#search-stats-text'), /healthy: 6-10/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('the search, seen', { timeout }, async (t) => {
  const lab = await startBoard();
  t.after(() => lab.end());
  const page = await openPage(browser(), lab.address, { engine: 'native', bypassCSP: true });
  await page.click('#tab-search');
  await page.fill('#tree-depth', '8');
  await page.click('#tree-form button[type=submit]');
  await page.waitForSelector('#tree-view:not([hidden]) #tree-facts dd');
  assert.match(await page.textContent('#tree-state'), /\d+ nodes of 8 iterations/);
  assert.match(await page.textContent('#tree-facts'), /Window/);
  assert.equal(await page.textContent('#tree-iteration-text'), '8', 'the last iteration first');

  // By keyboard to a node with skipped moves; then ask why one was skipped.
  await page.focus('#tree');
  await page.keyboard.press('ArrowDown');
  const fact = (page, name) => page.textContent(`#tree-facts div:has(dt:text-is("${name}"), dt > :text-is("${name}")) dd`);
  assert.match(await fact(page, 'Way'), /^([NBRQKO]\S+|[a-h][1-8x]\S*)$/, 'in the notation people read');
  assert.match(await fact(page, 'Order'), /^1st, (table move|good|killers)/);
  assert.match(await fact(page, 'Histories'), /[+−]?\d+ for the reduction/);
  await page.click('#tree-ask');
  await page.waitForSelector('#tree-why:not(:empty)');
  await page.focus('#tree');
  const skipped = page.locator('#tree-skipped button');
  for (let i = 0; i < 60 && (await skipped.count()) === 0; ++i)
    await page.keyboard.press(['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowRight'][i % 5]);
  assert.ok((await skipped.count()) > 0, 'a node with skipped moves');
  assert.match(await skipped.first().textContent(), /^([NBRQKO]|[a-h][1-8x]).* \d+(st|nd|rd|th), /);
  await skipped.first().click();
  await page.waitForSelector('#tree-why:not(:empty):not(:text("Asking"))');
  assert.match(await page.textContent('#tree-why'), /The engine prefers|looked at|skipped|never/);

  // Without and with quiescence side by side: a capture that a search without it takes for a gain.
  await setFen(page, 'rnbqkb1r/pp2pppp/3p1n2/2p5/4P3/2P2N2/PP1PBPPP/RNBQK2R b KQkq - 2 4');
  await page.click('#tab-search');
  await page.click('#search-stats');
  await page.waitForSelector('#search-stats-text:text-matches("quiescence nodes")');
  assert.ok(await page.isVisible('#search-stats-view .example'), 'what is seen, and how to read it');
  assert.equal(await page.locator('#search-stats-text .term:text-is("quiescence")').count(), 1, 'words are explained once');
  await page.click('#horizon');
  await page.waitForSelector('#horizon-rows tr[aria-current]');
  const { y } = await page.locator('#horizon-rows').boundingBox();
  assert.ok(y < 700, `the answer is in sight: at ${y} of 800`);
  assert.match(await page.textContent('#horizon-rows tr:first-child'), /^1[NBRQKa-hO].*[+-]\d\.\d\d/);
  assert.ok(await page.isVisible('#horizon-with cg-board'));
  await page.click('#horizon-rows tr:first-child button');
  assert.match(await page.getAttribute('#horizon-without', 'aria-label'), /The board after/);
  for (const [width, height] of [[360, 740], [900, 600], [1000, 760], [1200, 800]]) {
    await page.setViewportSize({ width, height });
    await until(() => page.evaluate(() => document.querySelector('.horizon').offsetWidth <= document.getElementById('panel-search').clientWidth), `fits into ${width} x ${height}`);
    const [without, quiet] = await Promise.all(['#horizon-without', '#horizon-with'].map((name) => page.locator(name).boundingBox()));
    assert.ok(quiet.y === without.y && quiet.x >= without.x + without.width, `side by side in ${width} x ${height}`);
  }
  assert.deepEqual(await faultsFor(page), []);
  // Another iteration, a closer look, and back.
  await page.fill('#tree-iteration', '5');
  await page.waitForSelector('#tree[data-iteration="5"]');
  await page.focus('#tree');
  await page.keyboard.press('ArrowDown');
  await page.click('#tree-open');
  await page.click('#tree-up');

  // More than a hundred thousand nodes: through all iterations, and down the tree.
  const deep = 18;
  await page.fill('#tree-depth', String(deep));
  await page.click('#tree-form button[type=submit]');
  await page.waitForSelector('#tree-state:text-matches("\\\\d{6,} nodes of")');
  for (let depth = 1; depth <= deep; ++depth) await page.fill('#tree-iteration', String(depth));
  await page.waitForSelector(`#tree[data-iteration="${deep}"]`);
  await page.focus('#tree');
  const drawn = await page.evaluate(() => {
    const picture = document.getElementById('tree');
    let bars = 0;
    const { fillRect } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillRect = function (...box) {
      ++bars;
      fillRect.apply(this, box);
    };
    return ['ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowDown'].map((key) => {
      bars = 0;
      picture.dispatchEvent(new KeyboardEvent('keydown', { key }));
      return bars / picture.clientWidth;
    });
  });
  // However many nodes there are; so it is smooth.
  assert.ok(Math.max(...drawn) > 0 && Math.max(...drawn) < 16, `bars, by pixels of a row: ${drawn}`);
  assert.match(await page.textContent('#tree-facts'), /Nodes below/);
  assert.doesNotMatch(await page.textContent('#tree-facts div:first-child dd'), /root/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('endgame tables are offered once, made in the background and stopped in order', { timeout }, async () => {
  const cache = mkdtempSync(join(tmpdir(), 'stillpoint-'));
  const own = await startBoard(undefined, cache);
  try {
    const page = await openPage(browser(), own.address, { tablesDeclined: false });
    await page.waitForSelector('#tables-offer', { state: 'visible' });
    assert.match(await page.textContent('#tables-text'), new RegExp(cache));
    assert.deepEqual(await faultsFor(page), []);
    for (const [width, height] of [[380, 760], [768, 1024], [1200, 800]]) {
      await page.setViewportSize({ width, height });
      await until(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `fits into ${width}`);
    }
    await page.click('#tables-make');
    await page.waitForSelector('#tables-progress', { state: 'visible' });
    await until(() => existsSync(join(cache, 'stillpoint/syzygy/making')), 'the work has begun');
    await playOnBoard(page, 'e2e4'); // the board has moved, and knows it
    await until(async () => (await moveCount(page)) === 1, 'a move');
    await page.click('#tables-stop');
    await page.waitForSelector('#tables-make', { state: 'visible' });
    await page.click('#tables-decline');
    assert.ok(await page.isHidden('#tables-offer'));
    const answered = page.waitForResponse(/native\/tables$/);
    await page.reload();
    await (await answered).finished();
    await someFrames(page);
    assert.ok(await page.isHidden('#tables-offer'), 'once is enough');
    assert.deepEqual(page.problems, []);
    await page.context().close();
    const token = /[0-9a-f]+$/.exec(own.address)[0];
    const address = new URL('native/tables', own.address);
    assert.equal((await fetch(address)).status, 401);
    const ask = (body) => fetch(address, { method: 'POST', body, headers: { Authorization: `Bearer ${token}` } });
    assert.equal((await ask('rm -rf')).status, 400);
    assert.equal((await (await ask('make')).json()).state, 'making');
  } finally {
    await own.end(); // while it works
    rmSync(cache, { recursive: true });
  }
});
