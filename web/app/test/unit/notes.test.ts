// Signs, variations, material, openings: what stands beside the moves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { symbolsOf, withGlyph } from '../../src/chess/glyphs';
import { GameTree } from '../../src/chess/game_tree';
import { materialAt } from '../../src/chess/material';
import { Openings } from '../../src/chess/openings';
import { readPgn, writePgn } from '../../src/chess/pgn';
import { manCount, passed, startFen } from '../../src/chess/rules';
import { english } from '../../src/texts/english';
import { glyphGroups } from '../../src/chess/glyphs';

function game(pgn: string): GameTree {
  const [read] = readPgn(pgn);
  assert.ok(read && !read.problem);
  return read.tree;
}

test('a move has one sign of its own and one for the position, and any remarks', () => {
  assert.deepEqual(withGlyph([], 4), [4]);
  assert.deepEqual(withGlyph([4], 1), [1]);
  assert.deepEqual(withGlyph([1], 1), []);
  assert.deepEqual(withGlyph([1], 16), [1, 16]);
  assert.deepEqual(withGlyph([1, 16], 18), [1, 18]);
  assert.deepEqual(withGlyph([1, 36], 40), [1, 36, 40]);
  assert.deepEqual(withGlyph([1, 99], 2), [2, 99], 'signs the page does not know stay');
  assert.equal(symbolsOf([3, 16, 99]), '!!±');
});

test('every sign has a name', () => {
  for (const group of Object.values(glyphGroups)) for (const nag of Object.keys(group)) assert.ok(nag in english.glyphs, nag);
});

test('signs and comments go out with the game', () => {
  const tree = game('1. e4 e5 *');
  const [first] = tree.mainLine();
  assert.ok(first);
  first.nags = withGlyph(first.nags, 5);
  first.comment = 'best by test';
  assert.match(writePgn(tree), /1\. e4 \$5 \{ best by test \} 1\.\.\. e5|1\. e4 \$5 \{ best by test \} e5/);
});

test('a variation is raised where it begins, a line is promoted all the way', () => {
  const pgn = '1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 *';
  const main = (tree: GameTree): string => tree.mainLine().map((node) => node.san).join(' ');
  const deep = (tree: GameTree) => tree.root.children[0]?.children[1]?.children[1]?.children[0]; // 2. c3 d5
  const raised = game(pgn);
  raised.raise(deep(raised) ?? raised.root);
  assert.equal(main(raised), 'e4 e5 Nf3');
  assert.equal(raised.root.children[0]?.children[1]?.children[0]?.san, 'c3');
  const promoted = game(pgn);
  promoted.promote(deep(promoted) ?? promoted.root);
  assert.equal(main(promoted), 'e4 c5 c3 d5');
});

test('a removal can be undone', () => {
  const tree = game('1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *');
  const before = writePgn(tree);
  const variation = tree.root.children[0]?.children[1];
  const here = variation?.children[0];
  assert.ok(variation && here);
  tree.current = here;
  const undo = tree.remove(variation);
  assert.equal(tree.current, variation.parent);
  assert.equal(variation.count(), 2);
  assert.doesNotMatch(writePgn(tree), /c5/);
  undo();
  assert.equal(writePgn(tree), before);
  assert.equal(tree.current, here);
});

test('what was taken, and who leads', () => {
  const tree = game('1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxg2 4. Bxg2 *');
  assert.deepEqual(materialAt(tree.mainLine().at(-1) ?? tree.root), { taken: { white: ['queen', 'pawn'], black: ['pawn', 'pawn'] }, lead: 8 });
  assert.deepEqual(materialAt(tree.root), { taken: { white: [], black: [] }, lead: 0 });
  // A pawn that takes and becomes a queen; en passant; a position that began uneven.
  const uneven = game('[FEN "1r2k3/P7/8/3pP3/8/8/8/4K3 w - d6 0 1"]\n\n1. exd6 Kd7 2. axb8=Q *');
  assert.deepEqual(materialAt(uneven.mainLine().at(-1) ?? uneven.root), { taken: { white: ['rook', 'pawn'], black: [] }, lead: 10 });
});

test('openings are found by position, whatever the order of moves', () => {
  const list = new Openings(
    ['C20\tKing pawn\trnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w', 'C44\tOpen game\tr1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w'].join('\n'),
  );
  const name = (pgn: string): string | undefined => {
    const tree = game(pgn);
    return list.of(tree.mainLine().at(-1) ?? tree.root)?.name;
  };
  assert.equal(name('1. e4 e5 *'), 'King pawn');
  assert.equal(name('1. Nf3 Nc6 2. e4 e5 *'), 'Open game');
  assert.equal(name('1. e4 e5 2. Nf3 Nc6 3. a3 *'), 'Open game', 'the last one that has a name');
  assert.equal(name('1. h4 *'), undefined);
});

test('passing, and counting men', () => {
  assert.equal(passed(startFen), 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1');
  assert.equal(passed('4k3/8/8/8/8/8/4r3/4K3 w - - 0 1'), undefined, 'in check');
  assert.equal(manCount(startFen), 32);
});
