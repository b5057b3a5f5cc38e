// Why a move is played, in words; what technical words mean; the figures of the search's rules.
import assert from 'node:assert/strict';
import { faultsFor, pageTests, setFen, until } from './steps.mjs';

const { onPage, onBoth } = pageTests();
const phone = { width: 390, height: 844 };
const fork = 'r3k2r/ppp2ppp/8/1N6/8/8/PPP2PPP/4K2R w K - 0 1'; // Nxc7+ forks king and rook

for (const engine of ['native', 'browser'])
  onPage(`a sentence beside each line while the ${engine} engine thinks`, { engine }, async (page) => {
    await setFen(page, fork);
    await page.click('#tab-analyse');
    await page.click('#analyse');
    await page.waitForSelector('#lines .line:first-child .explanation');
    assert.match(await page.textContent('#lines .line:first-child .explanation'), /Nxc7\+ wins (a rook|the exchange)/);
    assert.equal(await page.textContent('#analyse'), 'Stop analysis', 'it goes on meanwhile');
    await until(async () => (await page.locator('#lines .explanation').count()) === 3, 'one for each line');
    assert.match(await page.locator('#lines .explanation').nth(1).textContent(), /behind the first line|As good as/);
    const depth = parseInt(await page.textContent('#stat-depth'), 10);
    await until(async () => parseInt(await page.textContent('#stat-depth'), 10) > depth, 'the search goes on');
  });

onBoth('why a move, from the search itself', async (page) => {
  await setFen(page, fork);
  await page.click('#tab-analyse');
  await page.click('#analyse');
  await page.waitForSelector('#lines .explanation button');
  // Two at once: both are answered, wherever the pointer is.
  await until(async () => (await page.locator('#lines .explanation button').count()) === 3, 'a sentence for each line');
  await page.hover('#lines .line:first-child .score');
  for (const line of [0, 1])
    await page.evaluate((index) => {
      const button = document.querySelectorAll('#lines .explanation button')[index]; // the first answer may move it
      button.focus();
      button.click();
    }, line);
  await until(async () => (await page.locator('#lines .answer:text("looked at")').count()) === 2, 'both answers');
  assert.equal(await page.textContent('#analyse'), 'Start analysis');
});

onBoth('technical words explain themselves', async (page) => {
  await page.click('#stats .term:text("Nodes/s")');
  await page.waitForSelector('#term-note:popover-open');
  assert.match(await page.textContent('#term-note'), /Positions looked at in a second/);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#term-note:popover-open').count(), 0);
  // A field's word, too, in the drawer as well.
  await page.click('#settings-button');
  await page.click('#settings .term:text("Hash table")');
  await page.waitForSelector('#settings #term-note:popover-open');
  assert.match(await page.textContent('#term-note'), /Memory in which the engine keeps/);
  assert.match(await page.getAttribute('#hash', 'aria-description'), /Memory in which/);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#term-note:popover-open').count(), 0);
  await page.keyboard.press('Escape');
  await page.waitForSelector('#settings[open]', { state: 'detached' });
  await page.click('#tab-game');
  await page.click('#fen-form .term:text("FEN")');
  await page.waitForSelector('#term-note:popover-open:text("in one line")');
  await page.keyboard.press('Escape');
  await page.click('#tab-search');
  assert.match(await page.textContent('#tree-tools .intro'), /tried.*Example:/s);
  await page.click('#glossary summary');
  assert.ok((await page.locator('#glossary dt').count()) > 20);
  await page.fill('#tree-depth', '5');
  await page.click('#tree-form button[type=submit]');
  await page.waitForSelector('#tree-facts dd');
  const plain = await page.locator('#tree-facts dt').evaluateAll((names) => names.filter((name) => !name.querySelector('.term')).map((name) => name.textContent));
  assert.deepEqual(plain, [], 'every word of the facts has an explanation');
  await page.click('#horizon');
  await page.waitForSelector('#horizon-view .example');
});

for (const size of [{ bypassCSP: true }, { ...phone, hasTouch: true, bypassCSP: true }])
  onPage(`the figures can be looked through${'width' in size ? ' on a phone' : ''}`, size, async (page) => {
    const loaded = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await page.click('#tab-search');
    assert.ok(!loaded.includes('/figures.json'));
    await page.click('#figures summary');
    await page.waitForSelector('#figures-rules tbody tr');
    assert.ok(loaded.includes('/figures.json'), 'loaded when it is wanted');
    const wrong = async () => (await page.locator('#figures-rules tbody td:nth-child(2)').allTextContents()).map(parseFloat);
    const shares = await wrong();
    assert.deepEqual(shares, shares.toSorted((a, b) => b - a), 'the rule that errs most comes first');
    await page.click('#figures-by-saves');
    const saved = (await page.locator('#figures-rules tbody td:nth-child(4)').allTextContents()).map(parseFloat);
    assert.deepEqual(saved, saved.toSorted((a, b) => b - a));
    await page.click('#figures-rules button:text-is("null move")');
    assert.match(await page.textContent('#figures-rule'), /could even have passed.*wrong.*Each use saves.*Elo/s);
    assert.ok((await page.locator('#figures-rule .bars li').count()) > 5);
    assert.match(await page.textContent('#figures-techniques'), /late move reduction.*\+189 ± 30 Elo/s);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
    for (const scheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme: scheme });
      assert.deepEqual(await faultsFor(page), [], scheme);
    }
  });
