import type { SquareName } from 'chessops/types';
import { castlingField, castlingOf, castlingRooks, rights, type Castling, type Right } from '../chess/castling';
import { el } from './dom';
import { texts } from '../texts';

const names: Readonly<Record<Right, string>> = texts.editor.rights;

// Who may castle: a box for each right and, where several rooks could be meant, a choice among them.
export class CastlingBoxes {
  onChange: () => void = () => {};
  private readonly boxes: Record<Right, { box: HTMLInputElement; rook: HTMLSelectElement }>;

  constructor(parent: HTMLElement) {
    const make = (right: Right): { box: HTMLInputElement; rook: HTMLSelectElement } => {
      const box = el('input', { type: 'checkbox', value: right, onchange: () => this.onChange() });
      const rook = el('select', { 'aria-label': texts.editor.withRook(names[right]), hidden: true, onchange: () => this.onChange() });
      parent.append(el('div', {}, el('label', {}, box, ` ${names[right]}`), rook));
      return { box, rook };
    };
    this.boxes = { K: make('K'), Q: make('Q'), k: make('k'), q: make('q') };
  }

  load(fen: string): void {
    const castling = castlingOf(fen);
    for (const right of rights) {
      const rook = castling[right];
      this.boxes[right].box.checked = rook !== undefined;
      this.offer(right, castlingRooks(fen.split(' ')[0] ?? '', right), rook);
    }
  }

  // The field of a FEN for the pieces as they stand now. A rook that is gone is replaced by the outermost one.
  field(placement: string): string {
    const castling: Castling = {};
    for (const right of rights) {
      const { box, rook } = this.boxes[right];
      const rooks = castlingRooks(placement, right);
      this.offer(right, rooks, rook.value as SquareName);
      if (box.checked && rooks.length > 0) castling[right] = rook.value as SquareName;
    }
    return castlingField(placement, castling);
  }

  private offer(right: Right, rooks: SquareName[], wish: SquareName | undefined): void {
    const { rook } = this.boxes[right];
    rook.replaceChildren(...rooks.map((square) => el('option', { value: square, selected: square === wish }, square)));
    rook.hidden = rooks.length < 2;
  }
}
