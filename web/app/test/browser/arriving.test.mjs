// What is done while an engine is on its way, and what a person does twice.
import assert from 'node:assert/strict';
import { loadPgn, pageTests, setSetting, someFrames, until, untilDepth } from './steps.mjs';

const { onPage, onBoth, board } = pageTests();
const plain = { serviceWorkers: 'block' }; // else requests don't pass by here

// Loads the page again, and lets answers to such requests through only when the test says so.
async function reloadWithout(page, address) {
  let release;
  const isReleased = new Promise((done) => (release = done));
  const hold = async (route) => {
    await isReleased;
    await route.continue().catch(() => undefined); // the page may have gone on without it
  };
  await page.route(address, hold);
  await page.reload();
  return async () => {
    release();
    await page.unroute(address, hold);
  };
}

onBoth('what is wanted before the engine is there begins when it comes', async (page) => {
  await setSetting(page, '#game-time', '30');
  await loadPgn(page, '1. e4 e5 2. Qh5 Nc6 *');

  await page.click('#tab-analyse');
  let release = await reloadWithout(page, '**/native/lines');
  await page.click('#analyse');
  assert.equal(await page.getAttribute('#analyse', 'aria-pressed'), 'true');
  await release();
  await untilDepth(page, 5);
  await page.click('#analyse');

  release = await reloadWithout(page, '**/native/lines');
  await page.waitForSelector('#moves .move');
  await page.click('#analyse-game');
  await release();
  await page.waitForSelector('#review-sides');

  release = await reloadWithout(page, '**/native/lines');
  await page.waitForSelector('#moves .move');
  await page.click('#tab-play');
  await page.locator('#play-form button[type=submit]').dblclick();
  await release();
  await page.waitForSelector('#play-state:text("Your move.")');
  await until(async () => (await page.locator('#moves .move').count()) === 0, 'a new game');
  assert.equal(await page.textContent('#problem'), '');
}, plain);

onPage('an analysis outlives impatience: the page is loaded again before the engine has come', { engine: 'native', ...plain }, async (page) => {
  await page.click('#analyse');
  await untilDepth(page, 5);
  await reloadWithout(page, '**/native/lines');
  await page.waitForSelector('#analyse[aria-pressed=true]');
  await page.unroute('**/native/lines');
  await page.reload();
  await untilDepth(page, 5);
});

// As when a browser opens again with several tabs.
onPage('a page that loses the engine before it has used it says so', { engine: 'native', sharesEngine: true, ...plain }, async (page) => {
  const [release] = await Promise.all([
    reloadWithout(page, '**/engine/files.json'),
    page.waitForResponse((answer) => answer.url().endsWith('native/lines') && answer.request().method() === 'GET'),
  ]);
  const second = await page.context().newPage();
  await second.goto(board().address);
  await second.waitForSelector('body[data-engine=native]');
  await release();
  await page.waitForSelector('#problem:text("another page")');
  await second.click('#analyse');
  await untilDepth(second, 5);
  await page.bringToFront();
  // Twice is as good as once.
  await page.locator('#regain').dblclick();
  await page.waitForSelector('body[data-engine=native]');
  await someFrames(page);
  assert.equal(await page.textContent('#problem'), '');
  await page.click('#analyse');
  await untilDepth(page, 5);
});

onPage('an analysis takes the engine back, and can be stopped before it comes', { engine: 'native', sharesEngine: true, ...plain }, async (page) => {
  const second = await page.context().newPage();
  await second.goto(board().address);
  await second.waitForSelector('body[data-engine=native]');
  await page.waitForSelector('#problem:text("another page")');
  await page.bringToFront();
  await page.evaluate(() => {
    for (let times = 0; times < 3; ++times) document.getElementById('analyse').click();
  });
  assert.equal(await page.getAttribute('#analyse', 'aria-pressed'), 'true');
  await page.waitForSelector('body[data-engine=native]');
  await untilDepth(page, 5);
  await second.waitForSelector('#problem:text("another page")');
  await second.bringToFront();
  await second.evaluate(() => {
    for (let times = 0; times < 2; ++times) document.getElementById('analyse').click();
  });
  await second.waitForSelector('body[data-engine=native]');
  await someFrames(second);
  assert.equal(await second.getAttribute('#analyse', 'aria-pressed'), 'false');
  assert.equal(await second.textContent('#stat-depth'), '–');
});

// Neither a finger that has tapped nor a pointer that rests holds up the lines of the next position.
onBoth('lines go on after one of them was played', async (page) => {
  await page.click('#analyse');
  await untilDepth(page, 6);
  await page.evaluate(() => {
    globalThis.updates = 0;
    new MutationObserver((changes) => {
      globalThis.updates += changes.filter(({ target }) => target === document.querySelector('#lines > li') && document.querySelector('#moves .move')).length;
    }).observe(document.getElementById('lines'), { childList: true, subtree: true });
  });
  await page.click('#lines li:first-child .move:nth-of-type(1)');
  await page.waitForSelector('#moves .move');
  await until(() => page.evaluate(() => globalThis.updates > 4), 'the first line is written anew');
  assert.ok(await page.isHidden('.preview'));
});
