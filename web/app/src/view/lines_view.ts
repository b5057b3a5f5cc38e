import { playLine, turnOf } from '../chess/rules';
import { scoreText, whiteScore, type Info } from '../engine/uci';
import { el } from './dom';
import type { PreviewBoard } from './preview_board';

const shownMoves = 14;

// The engine's best lines in notation. Pointing at a move shows the board after it, clicking plays the line
// up to it. A line that is pointed at or focused is not updated, so that nothing moves under the pointer.
export class LinesView {
  onPlay: (moves: string[]) => void = () => {};
  orientation: 'white' | 'black' = 'white';
  private readonly rows: HTMLElement[] = [];

  constructor(
    private readonly element: HTMLElement,
    private readonly preview: PreviewBoard,
  ) {
    element.addEventListener('pointerleave', () => preview.hide());
    element.addEventListener('focusout', () => preview.hide());
  }

  show(fen: string, lines: readonly (Info | undefined)[]): void {
    const whiteToMove = turnOf(fen) === 'white';
    lines.forEach((info, index) => {
      const row = this.row(index);
      if (row.matches(':hover, :focus-within') && row.dataset['fen'] === fen) return;
      row.dataset['fen'] = fen;
      row.replaceChildren(...(info ? this.content(fen, info, whiteToMove) : []));
    });
    while (this.rows.length > lines.length) this.rows.pop()?.remove();
  }

  clear(): void {
    this.rows.length = 0;
    this.element.replaceChildren();
    this.preview.hide();
  }

  private row(index: number): HTMLElement {
    let row = this.rows[index];
    if (!row) {
      row = el('li', { class: 'line' });
      this.rows[index] = row;
      this.element.append(row);
    }
    return row;
  }

  private content(fen: string, info: Info, whiteToMove: boolean): Node[] {
    const score = whiteScore(info.score, whiteToMove);
    const leads = score.value > 0 ? 'white' : score.value < 0 ? 'black' : 'none';
    const bound = info.bound === 'lower' ? '≥' : info.bound === 'upper' ? '≤' : '';
    const nodes: Node[] = [el('span', { class: 'score', 'data-leads': leads }, bound + scoreText(score))];
    const played = playLine(fen, info.pv.slice(0, shownMoves));
    let number = Number(fen.split(' ')[5] ?? 1);
    played.forEach((move, i) => {
      const white = whiteToMove === (i % 2 === 0);
      const prefix = white ? `${number}.` : i === 0 ? `${number}…` : '';
      if (!white) ++number;
      const show = (event: Event): void =>
        this.preview.show(move.fen, move.uci, this.orientation, event.currentTarget as Element);
      nodes.push(
        el(
          'button',
          {
            type: 'button',
            class: 'move',
            onpointerenter: show,
            onfocus: show,
            onclick: () => {
              this.preview.hide();
              this.onPlay(played.slice(0, i + 1).map((m) => m.uci));
            },
          },
          prefix ? `${prefix} ${move.san}` : move.san,
        ),
      );
    });
    return nodes;
  }
}
