// Games in and out.
import assert from 'node:assert/strict';
import { loadPgn, pageTests } from './steps.mjs';

const { onPage } = pageTests();

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
  await page.waitForTimeout(400);
  await page.reload();
  await page.waitForSelector('body[data-engine=native]');
  assert.equal(await page.locator('#board .cg-shapes line').count(), 2);
  await page.click('#write-pgn');
  const written = await page.inputValue('#pgn');
  for (const part of ['{ Welcome }', '[%eval 0.33] [%clk 0:02:59]', '{ good [%csl Rd4] [%cal Gg1f3,Ga1a3] [%eval -5.10] [%clk 0:02:40] }'])
    assert.ok(written.includes(part), `${part} in ${written}`);
});
