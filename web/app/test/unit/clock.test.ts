import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChessClock, clockText } from '../../src/play/chess_clock';

test('one clock runs, pressing it adds the increment', () => {
  const clock = new ChessClock(1, 2000);
  clock.start('white', 0);
  assert.equal(clock.remaining('white', 10_000), 50_000);
  clock.press(10_000);
  assert.equal(clock.remaining('white', 99_000), 52_000);
  assert.equal(clock.remaining('black', 11_000), 59_000);
  assert.equal(clock.flagged(60_000), undefined);
  assert.equal(clock.flagged(70_000), 'black');
  clock.stop(15_000);
  assert.equal(clock.remaining('black', 99_000), 55_000);
});

test('times as on a clock', () => {
  assert.equal(clockText(600_000), '10:00');
  assert.equal(clockText(59_400), '1:00');
  assert.equal(clockText(19_940), '0:19.9');
  assert.equal(clockText(0), '0:00.0');
  assert.equal(clockText(3_661_000), '1:01:01');
});
