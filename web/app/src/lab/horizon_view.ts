import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Key } from '@lichess-org/chessground/types';
import { parseSan } from 'chessops/san';
import { makeUci } from 'chessops/util';
import { drawnSquares, playLine, positionOf } from '../chess/rules';
import { byId, el, shortCount } from '../view/dom';
import { mostTelling, type HorizonMove, type HorizonReport, type HorizonRow } from './horizon_report';
import { texts } from '../texts';

// Two searches side by side, a row for each depth; a click on one shows both moves on boards.
export class HorizonView {
  private readonly boards = { without: smallBoard('horizon-without'), with: smallBoard('horizon-with') };
  private fen = '';

  show(fen: string, report: HorizonReport): void {
    this.fen = fen;
    byId('horizon-view').hidden = false;
    byId('horizon-text').textContent = report.text;
    byId('horizon-rows').replaceChildren(...report.rows.map((row) => this.row(row)));
    const telling = mostTelling(report.rows);
    if (telling) this.choose(telling);
  }

  hide(): void {
    byId('horizon-view').hidden = true;
  }

  private row(row: HorizonRow): HTMLElement {
    const differs = row.without?.san !== row.with?.san;
    return el(
      'tr',
      { 'data-depth': row.depth, class: differs ? 'differs' : undefined },
      el('th', { scope: 'row' }, el('button', { type: 'button', class: 'small', 'aria-label': texts.search.showDepth(row.depth), onclick: () => this.choose(row) }, String(row.depth))),
      ...cells(row.without),
      ...cells(row.with),
    );
  }

  private choose(row: HorizonRow): void {
    for (const other of byId('horizon-rows').querySelectorAll('tr'))
      other.toggleAttribute('aria-current', other.dataset['depth'] === String(row.depth));
    this.place('without', row.without);
    this.place('with', row.with);
  }

  // The position after the move, with the move drawn into it.
  private place(side: 'without' | 'with', choice: HorizonMove | undefined): void {
    const move = choice && parseSan(positionOf(this.fen), choice.san);
    const uci = move ? makeUci(move) : '';
    const after = playLine(this.fen, uci ? [uci] : []).at(-1)?.fen ?? this.fen;
    const squares = uci ? drawnSquares(this.fen, uci) : undefined;
    const board = this.boards[side];
    board.set({ fen: after, lastMove: squares as Key[] | undefined });
    board.redrawAll();
    byId(`horizon-${side}`).setAttribute('aria-label', choice ? texts.search.boardAfter(choice.san) : texts.search.noMove);
  }
}

function cells(choice: HorizonMove | undefined): HTMLElement[] {
  if (!choice) return [el('td', { colspan: 3 }, '–')];
  return [el('td', {}, choice.san), el('td', { class: 'number' }, choice.score), el('td', { class: 'number faint' }, shortCount(choice.nodes))];
}

function smallBoard(id: string): Api {
  return Chessground(byId(id), { viewOnly: true, coordinates: false, animation: { enabled: false }, drawable: { enabled: false } });
}
