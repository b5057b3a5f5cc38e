import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Key } from '@lichess-org/chessground/types';
import { el } from './dom';

// A small board that appears beside the move that is pointed at.
export class PreviewBoard {
  private readonly frame = el('div', { class: 'preview', hidden: true, 'aria-hidden': 'true' });
  private readonly ground: Api;
  private beside: Element | undefined; // what it is shown

  constructor() {
    const board = el('div', { class: 'preview-board' });
    this.frame.append(board);
    document.body.append(this.frame);
    this.ground = Chessground(board, { viewOnly: true, coordinates: false, animation: { enabled: false }, drawable: { enabled: false } });
  }

  show(fen: string, lastMove: string, orientation: 'white' | 'black', beside: Element): void {
    if (beside === this.beside) return;
    this.beside = beside;
    this.frame.hidden = false;
    this.ground.set({ fen, orientation, lastMove: [lastMove.slice(0, 2) as Key, lastMove.slice(2, 4) as Key] });
    const target = beside.getBoundingClientRect();
    const size = this.frame.offsetWidth;
    const left = Math.max(4, Math.min(target.left, innerWidth - size - 8));
    const below = target.bottom + 6;
    const top = below + size < innerHeight ? below : Math.max(4, target.top - size - 6);
    this.frame.style.left = `${left}px`;
    this.frame.style.top = `${top}px`;
    this.ground.redrawAll();
  }

  // Everything, or what is shown beside something in there.
  hide(within?: Element): void {
    if (within && !(this.beside && within.contains(this.beside))) return;
    this.beside = undefined;
    this.frame.hidden = true;
  }
}
