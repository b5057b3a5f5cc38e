import type { GameNode } from '../chess/game_tree';
import { scoreText } from '../engine/uci';
import { texts } from '../texts';
import { el } from '../view/dom';
import { signOf, type Judgement } from './review_data';

// The engine's sign, in a box so that nobody takes it for the author's.
export function markOf(judgement: Judgement): HTMLElement {
  return el('span', { class: `mark ${judgement}`, title: `Stillpoint: ${texts.judgements[judgement]}` }, signOf(judgement));
}

// What stands behind a move in the list: our sign and the evaluation.
export function moveExtras({ review, verdict }: GameNode): Node[] {
  const extras: Node[] = [];
  if (review?.judgement) extras.push(markOf(review.judgement));
  if (review && verdict && verdict.depth > 0) extras.push(el('span', { class: 'eval' }, scoreText(verdict.score)));
  return extras;
}
