import { turnOf } from '../chess/rules';
import { scoreText, whiteScore, type Info } from '../engine/uci';
import { el } from './dom';
import { lineButtons } from './line_buttons';
import type { PreviewBoard } from './preview_board';

const shownMoves = 14;

// The engine's best lines in notation. Pointing at a move shows the board after it, clicking plays the line
// up to it. A line that is pointed at or focused is not updated, so that nothing moves under the pointer. A finger that has
// tapped doesn't point any more, nor does a pointer that rests where a line of another position comes to lie.
export class LinesView {
  onPlay: (moves: string[]) => void = () => {};
  orientation: 'white' | 'black' = 'white';
  noteOn: (info: Info, first: Info | undefined) => Node[] = () => []; // what is said below a line
  private readonly rows: HTMLElement[] = [];
  private readonly shown: (Info | undefined)[] = []; // in the rows
  private pointed: Element | undefined; // row
  private first: Info | undefined; // what the notes compare with

  constructor(
    private readonly element: HTMLElement,
    private readonly preview: PreviewBoard,
  ) {
    element.addEventListener('pointermove', (event) => {
      this.pointed = event.pointerType === 'touch' ? undefined : ((event.target as Element).closest('.line') ?? undefined);
    });
    element.addEventListener('pointerleave', () => {
      this.pointed = undefined;
      this.showNotes();
    });
  }

  show(fen: string, lines: readonly (Info | undefined)[]): void {
    const whiteToMove = turnOf(fen) === 'white';
    lines.forEach((info, index) => {
      const row = this.row(index);
      const isSamePosition = row.dataset['fen'] === fen;
      if (isSamePosition && this.shown[index] === info && this.first === lines[0]) return;
      if (!isSamePosition && row === this.pointed) this.pointed = undefined;
      if (isSamePosition && (row === this.pointed || row.matches(':focus-within'))) return;
      this.preview.hide(row);
      row.dataset['fen'] = fen;
      this.shown[index] = info;
      row.replaceChildren(...(info ? [...this.content(fen, info, whiteToMove), el('div', { class: 'line-note' }, ...this.noteOn(info, lines[0]))] : []));
    });
    this.first = lines[0];
    for (const row of this.rows.splice(lines.length)) {
      this.preview.hide(row);
      row.remove();
    }
    this.shown.length = lines.length;
  }

  // There is more to say about the lines. Under the pointer only where it was asked for.
  showNotes(): void {
    const isPointedAt = this.pointed !== undefined;
    this.rows.forEach((row, index) => {
      const note = row.querySelector<HTMLElement>('.line-note');
      const info = this.shown[index];
      if (!note || !info || (isPointedAt && !row.matches(':focus-within') && !note.querySelector('.answer'))) return;
      const hasFocus = note.matches(':focus-within');
      note.replaceChildren(...this.noteOn(info, this.shown[0]));
      if (hasFocus) note.querySelector('button')?.focus();
    });
  }

  clear(): void {
    this.preview.hide(this.element);
    this.pointed = undefined;
    this.rows.length = this.shown.length = 0;
    this.element.replaceChildren();
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
    return [
      el('span', { class: 'score', 'data-leads': leads }, bound + scoreText(score)),
      ...lineButtons(fen, info.pv.slice(0, shownMoves), { preview: this.preview, orientation: () => this.orientation, play: (moves) => this.onPlay(moves) }),
    ];
  }
}
