import assert from 'node:assert/strict';
import { test } from 'node:test';
import { castlingField, castlingOf, castlingRooks } from '../../src/chess/castling';
import { chess960Fen } from '../../src/chess/chess960';
import { checkFen, startFen } from '../../src/chess/rules';

const placementOf = (fen: string): string => fen.split(' ')[0] ?? '';

test('rights belong to rooks', () => {
  assert.deepEqual(castlingOf(startFen), { K: 'h1', Q: 'a1', k: 'h8', q: 'a8' });
  assert.deepEqual(castlingOf('4k3/8/8/8/8/8/8/RR2K3 w B - 0 1'), { Q: 'b1' });
  assert.deepEqual(castlingRooks('4k3/8/8/8/8/8/8/RR2K1RR', 'K'), ['h1', 'g1']);
  assert.deepEqual(castlingRooks('4k3/8/8/8/8/8/4K3/R6R', 'K'), [], 'the king has left its rank');
});

test('an inner rook keeps its right, and every usual position its usual letters', () => {
  for (const fen of [
    startFen,
    '4k3/8/8/8/8/8/8/RR2K3 w B - 0 1',
    '4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1',
    '1r2k1rr/8/8/8/8/8/8/4K3 b gq - 0 1',
    ...[0, 5, 518, 959].map(chess960Fen),
  ]) {
    const checked = checkFen(fen);
    assert.ok('fen' in checked);
    assert.equal(castlingField(placementOf(fen), castlingOf(fen)), checked.fen.split(' ')[2], fen);
  }
  assert.equal(castlingField(placementOf(startFen), {}), '-');
});
