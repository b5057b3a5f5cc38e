import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backRank, chess960Fen } from '../../src/chess/chess960';
import { GameTree } from '../../src/chess/game_tree';
import { readPgn, writePgn } from '../../src/chess/pgn';
import { checkFen, drawnSquares, endingOf, is960, legalTargets, needsPromotion, playLine, startFen } from '../../src/chess/rules';
import { positionText } from '../../src/view/position_text';

test('the 960 starts have their numbers', () => {
  assert.equal(backRank(518), 'rnbqkbnr');
  assert.equal(backRank(0), 'bbqnnrkr');
  assert.equal(backRank(959), 'rkrnnqbb');
  assert.equal(new Set(Array.from({ length: 960 }, (_, number) => backRank(number))).size, 960);
  assert.throws(() => backRank(960));
  assert.equal(chess960Fen(518), startFen);
  for (const number of [0, 77, 959]) assert.ok('fen' in checkFen(chess960Fen(number)));
  assert.ok(is960(chess960Fen(0)));
  assert.ok(!is960(startFen));
});

test('a FEN is accepted or explained', () => {
  assert.deepEqual(checkFen(`  ${startFen} `), { fen: startFen });
  assert.deepEqual(checkFen('hello'), { problem: 'This is not a FEN.' });
  assert.deepEqual(checkFen('8/8/8/8/8/8/8/K7 w - - 0 1'), { problem: 'Each side needs exactly one king.' });
});

test('lines stop at the first illegal move', () => {
  assert.deepEqual(playLine(startFen, ['e2e4', 'e7e5', 'e4e5']).map((move) => move.san), ['e4', 'e5']);
});

test('castling is king takes rook for the engine and two squares for the eye', () => {
  const fen = '4k3/8/8/8/8/8/8/4K2R w K - 0 1';
  assert.equal(playLine(fen, ['e1h1'])[0]?.san, 'O-O');
  assert.equal(playLine(fen, ['e1g1'])[0]?.uci, 'e1h1');
  assert.deepEqual(drawnSquares(fen, 'e1h1'), ['e1', 'g1']);
  assert.ok(legalTargets(fen).get('e1')?.includes('g1'));
});

test('promotions are recognised', () => {
  assert.ok(needsPromotion('8/P7/8/8/8/8/8/k1K5 w - - 0 1', 'a7', 'a8'));
  assert.ok(!needsPromotion(startFen, 'e2', 'e4'));
});

test('endings', () => {
  assert.deepEqual(endingOf('R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1'), { winner: 'white', reason: 'checkmate' });
  assert.equal(endingOf('7k/5Q2/8/8/8/8/8/K7 b - - 0 1')?.reason, 'stalemate');
  const tree = new GameTree();
  for (const move of ['g1f3', 'g8f6', 'f3g1', 'f6g8', 'g1f3', 'g8f6', 'f3g1', 'f6g8']) tree.play(move);
  assert.equal(tree.ending()?.reason, 'repetition');
});

test('a game with variations goes out and comes back', () => {
  const text = '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 (2. f4 exf4 {bold} 3. Nf3) 2... Nc6 $1 *';
  const [game] = readPgn(text);
  assert.ok(game && !game.problem);
  const { tree } = game;
  assert.deepEqual(tree.mainLine().map((node) => node.san), ['e4', 'e5', 'Nf3', 'Nc6']);
  assert.equal(tree.mainLine()[1]?.children.length, 2);
  const again = readPgn(writePgn(tree))[0]?.tree;
  assert.ok(again);
  assert.equal(writePgn(again), writePgn(tree));
  assert.equal(again.mainLine()[1]?.children[1]?.children[0]?.comment, 'bold');
  assert.deepEqual(again.mainLine()[3]?.nags, [1]);
});

test('a broken game is loaded as far as it goes', () => {
  const [game] = readPgn('1. e4 e5 2. Ke3 Nf6 *');
  assert.equal(game?.tree.mainLine().length, 2);
  assert.match(game?.problem ?? '', /Ke3/);
  assert.equal(readPgn('').length, 0);
  assert.equal(readPgn('no game').length, 0);
});

test('Chess960 games keep their start', () => {
  const tree = new GameTree(chess960Fen(0));
  tree.play('h2h4');
  const text = writePgn(tree);
  assert.match(text, /Variant "Chess960"/);
  assert.equal(readPgn(text)[0]?.tree.root.fen, tree.root.fen);
});

test('lines are promoted and removed', () => {
  const tree = new GameTree();
  tree.play('e2e4');
  tree.current = tree.root;
  const second = tree.play('d2d4');
  assert.ok(second);
  tree.promote(second);
  assert.equal(tree.mainLine()[0]?.san, 'd4');
  tree.remove(second);
  assert.equal(tree.current, tree.root);
  assert.equal(tree.mainLine()[0]?.san, 'e4');
  assert.equal(tree.moveNumber(tree.mainLine()[0]!), '1.');
});

test('the position in words', () => {
  assert.equal(
    positionText('R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1'),
    'White: king e1, rook a8. Black: king g8, pawns f7 g7 h7. Black is checkmated.',
  );
});

test('commands in comments are read and written, not shown', () => {
  const text =
    '[White "A"]\n\n{ Before it began [%csl Gd4] } 1. e4 { [%eval 0.33,18] [%clk 0:02:59.5] } 1... e5 { Solid. [%cal Gg1f3,Rf1c4] [%eval #-3] [%emt 0:00:07] } ( { or } 1... c5 { [%csl Ya1,Bh8] } ) 2. Nf3 *';
  const tree = readPgn(text)[0]?.tree;
  assert.ok(tree);
  const [e4, e5] = tree.mainLine();
  assert.ok(e4 && e5);
  assert.equal(tree.root.comment, 'Before it began');
  assert.deepEqual(tree.root.shapes, [{ color: 'green', from: 27, to: 27 }]);
  assert.equal(e4.comment, '');
  assert.equal(e4.clock, 179.5);
  assert.deepEqual(e4.verdict, { score: { kind: 'cp', value: 33 }, depth: 18, isRead: true });
  assert.equal(e5.comment, 'Solid.');
  assert.deepEqual(e5.shapes.map((shape) => shape.color), ['green', 'red']);
  assert.deepEqual(e5.verdict?.score, { kind: 'mate', value: -3 });
  assert.equal(e4.children[1]?.before, 'or');
  assert.deepEqual(tree.clocks(e5), { white: 179_500 });
  const written = writePgn(tree);
  for (const part of ['{ Before it began [%csl Gd4] }', '[%eval 0.33,18] [%clk 0:02:59.5]', 'Solid. [%cal Gg1f3,Rf1c4] [%eval #-3] [%emt 0:00:07]', '( { or } 1... c5'])
    assert.ok(written.includes(part), `${part} in ${written}`);
  assert.equal(writePgn(readPgn(written)[0]!.tree), written);
});

test('an analysis goes out with the game', () => {
  const tree = new GameTree();
  const node = tree.play('e2e4');
  assert.ok(node);
  node.verdict = { score: { kind: 'cp', value: -27 }, depth: 21, best: 'e7e5' };
  assert.match(writePgn(tree), /1\. e4 \{ \[%eval -0\.27,21\] \}/);
});

test('comments after a semicolon survive', () => {
  const tree = readPgn('[Event "a; b"]\n\n1. e4 {no; not here} e5 ; the rest of } a line\n2. Nf3 ;last\n*')[0]?.tree;
  assert.deepEqual(tree?.mainLine().map((node) => node.comment), ['no; not here', 'the rest of ) a line', 'last']);
  assert.equal(tree?.headers.get('Event'), 'a; b');
});
