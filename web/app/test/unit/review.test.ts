import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Analysis } from '../../src/analysis';
import { GameTree } from '../../src/chess/game_tree';
import { writePgn } from '../../src/chess/pgn';
import { restoreGame, saveGame } from '../../src/chess/saved_game';
import { EngineSession } from '../../src/engine/session';
import { addBetterLines, faultsOf, GameReview, sidesOf } from '../../src/review/game_review';
import { Lesson } from '../../src/review/lesson';
import { parseReviewStep, type MoveReview } from '../../src/review/review_data';
import { FakePort } from './fake_engine';

const noFault: MoveReview = { loss: 0, judgement: '', missed: '', allowed: '', better: [], answer: [] };
const blunder: MoveReview = { loss: 0.4, judgement: 'blunder', missed: 'Misses a rook.', allowed: 'Allows mate in 1.', better: ['e2e4', 'd7d5'], answer: ['d8h4'] };
const side = { moves: 2, accuracy: 60, mean_loss: 0.2, good: 0, inaccuracies: 0, mistakes: 0, blunders: 1 };

// 1. f3 e5 2. g4, as the engine would review it.
function reviewedSteps(): string[] {
  const step = (position: number, score: object, move?: object, more: object = {}): string =>
    JSON.stringify({ position, score, wdl: [300, 400, 300], depth: 9, ...(move ? { move: { uci: '', san: '', accuracy: 0, nag: 0, ...move } } : {}), ...more });
  return [
    step(3, { mate: 1 }),
    step(2, { cp: 20 }, blunder),
    step(1, { cp: 30 }, noFault),
    step(0, { cp: 10 }, noFault, { sides: { white: side, black: { ...side, blunders: 0 } } }),
  ];
}

function aGame(): GameTree {
  const tree = new GameTree();
  for (const uci of ['f2f3', 'e7e5', 'g2g4']) tree.play(uci);
  return tree;
}

async function reviewed(): Promise<{ tree: GameTree; port: FakePort; isDone: boolean }> {
  const port = new FakePort();
  const session = new EngineSession(port);
  const analysis = new Analysis();
  const steps = reviewedSteps();
  port.answer = (line) => (line === 'review step' ? [steps.shift() ?? 'info string error: review: every position has been looked at'] : line.startsWith('review start') ? ['{"positions":4}'] : []);
  await session.start();
  analysis.use(session);
  const tree = aGame();
  const isDone = await new GameReview(analysis).run(session, tree, 100);
  return { tree, port, isDone };
}

test('a review is asked for step by step, and noted beside the moves', async () => {
  const { tree, port, isDone } = await reviewed();
  assert.equal(isDone, true);
  assert.ok(port.sent.includes(`review start movetime 100 fen ${tree.root.fen} moves f2f3 e7e5 g2g4`));
  assert.equal(port.sent.filter((line) => line === 'review step').length, 4);
  const [, , last] = tree.mainLine();
  assert.equal(last?.review?.judgement, 'blunder');
  assert.deepEqual(last?.verdict?.score, { kind: 'mate', value: -1 }, 'seen from White');
  assert.deepEqual(faultsOf(tree, 'white'), [last]);
  assert.deepEqual(faultsOf(tree, 'black'), []);
  assert.equal(sidesOf(tree)?.white.blunders, 1);
});

test('what is wanted while a review begins ends it', async () => {
  const port = new FakePort();
  const session = new EngineSession(port);
  const analysis = new Analysis();
  await session.start();
  analysis.use(session);
  const tree = aGame();
  const review = new GameReview(analysis);
  const running = review.run(session, tree, 100);
  await new Promise((done) => setImmediate(done));
  assert.ok(port.take().some((line) => line.startsWith('review start')));
  analysis.start(tree, 1);
  assert.equal(await running, false);
  port.onLine('{"positions":4}');
  port.onLine('readyok');
  await new Promise((done) => setImmediate(done));
  assert.ok(port.take().includes('go infinite'), 'the analysis');
  assert.equal(review.isRunning, false);
});

test('it survives a reload, goes into the PGN, and ends with the line it belongs to', async () => {
  const { tree } = await reviewed();
  const again = restoreGame(structuredClone(saveGame(tree)));
  assert.ok(again);
  assert.equal(sidesOf(again)?.white.accuracy, 60);
  assert.equal(addBetterLines(again), 1);
  assert.equal(addBetterLines(again), 0, 'only once');
  assert.match(writePgn(again), /2\. g4 \$4 \{ Misses a rook\. Allows mate in 1\. \[%eval #-1,9\] \} \( 2\. e4 d5 \{ Misses a rook\. \} \)/);
  const [, , last] = again.mainLine();
  if (last) last.nags = [3];
  assert.match(writePgn(again), /2\. g4 \$3 /, "the author's sign stays alone");
  if (last) again.remove(last);
  assert.equal(sidesOf(again), undefined);
});

test('what is no step is not taken for one', () => {
  assert.equal(parseReviewStep('{"positions":3}'), undefined);
  assert.equal(parseReviewStep('info string {"position"'), undefined);
});

test('a lesson takes the better move, judges others, and counts what was found without help', async () => {
  const { tree } = await reviewed();
  const asked: string[] = [];
  const lesson = new Lesson(tree, faultsOf(tree, 'both'), async (_, uci) => {
    asked.push(uci);
    return uci === 'd2d4' ? { ...noFault, loss: 0.02 } : { ...blunder, loss: 0.3 };
  });
  const before = lesson.moment?.parent;
  assert.ok(before && lesson.asksAbout(before));
  await lesson.answer('g2g4');
  assert.match(lesson.feedback, /g4 was played in the game/);
  await lesson.answer('h2h4');
  assert.match(lesson.feedback, /h4 gives away 30 % of the chances\. Allows mate in 1\. Try again\./);
  assert.ok(lesson.asksAbout(before));
  await lesson.answer('d2d4');
  assert.match(lesson.feedback, /d4 is fine, too: it gives away only 2\.0 %/);
  assert.deepEqual(asked, ['h2h4', 'd2d4']);
  assert.equal(lesson.right, 1);
  assert.equal(lesson.asksAbout(before), false);
});

test('an answer that comes after help or another question says nothing', async () => {
  const { tree } = await reviewed();
  const lesson = new Lesson(tree, faultsOf(tree, 'both'), async () => noFault);
  const late = lesson.answer('d2d4');
  lesson.next();
  await late;
  assert.equal(lesson.right, 0);
  lesson.reveal();
  assert.equal(lesson.isSolved, true);
  await lesson.answer('e2e4');
  assert.equal(lesson.right, 0, 'not after it was shown');
});
