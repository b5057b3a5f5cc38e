import type { Verdict } from '../chess/game_tree';
import { expectation, scoreText, whiteScore, type Info, type Score } from '../engine/uci';
import { texts } from '../texts';

// How the point is shared, as a bar beside the board.
export class EvalBar {
  constructor(private readonly element: HTMLElement) {
    this.clear();
  }

  clear(): void {
    this.show(0.5, '', texts.analysis.noneYet);
  }

  showInfo(info: Info, whiteToMove: boolean): void {
    const mine = expectation(info.score, info.wdl);
    this.showScore(whiteScore(info.score, whiteToMove), whiteToMove ? mine : 1 - mine);
  }

  showVerdict(verdict: Verdict): void {
    this.showScore(verdict.score, expectation(verdict.score, verdict.wdl));
  }

  showEnding(winner: 'white' | 'black' | undefined): void {
    const share = winner === 'white' ? 1 : winner === 'black' ? 0 : 0.5;
    this.show(share, winner ? (winner === 'white' ? '1–0' : '0–1') : '½', texts.analysis.gameOver);
  }

  setOrientation(color: 'white' | 'black'): void {
    this.element.classList.toggle('from-black', color === 'black');
  }

  private showScore(score: Score, whiteShare: number): void {
    const text = scoreText(score);
    // The bar is narrow: one digit is enough there, and none beside two others.
    const short = text.replace(/(\d\d)\.\d+$/, '$1').replace(/\.(\d)\d$/, '.$1');
    this.show(whiteShare, short, texts.analysis.forWhite(text));
  }

  private show(whiteShare: number, text: string, spoken: string): void {
    this.element.style.setProperty('--white-share', `${(whiteShare * 100).toFixed(1)}%`);
    this.element.classList.toggle('white-leads', whiteShare >= 0.5);
    this.element.setAttribute('aria-valuenow', (whiteShare * 100).toFixed(0));
    this.element.setAttribute('aria-valuetext', spoken);
    const label = this.element.querySelector('span');
    if (label) label.textContent = text;
  }
}
