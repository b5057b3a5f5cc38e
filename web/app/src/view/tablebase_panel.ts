import { playLine } from '../chess/rules';
import type { TableFacts, TableMove } from '../engine/answers';
import { texts } from '../texts';
import { byId, el } from './dom';

const words = texts.facts;

// What the endgame tables say: the result, and each move with its own.
export class TablebasePanel {
  onPlay: (uci: string) => void = () => {};
  private shown: TableFacts | undefined;

  show(fen: string, mover: 'white' | 'black', facts: TableFacts | undefined): void {
    byId('tablebase').hidden = !facts;
    if (!facts || facts === this.shown) return;
    this.shown = facts;
    const distance = facts.dtz ? words.zeroingIn(Math.abs(facts.dtz)) : '';
    byId('tablebase-result').textContent = `${words.result(texts[mover], words.results[facts.wdl])}${distance}.`;
    byId('tablebase-moves').replaceChildren(...facts.moves.map((move) => this.row(fen, move)));
  }

  private row(fen: string, { move, wdl, dtz }: TableMove): HTMLElement {
    const san = playLine(fen, [move])[0]?.san ?? move;
    const remarks = [words.results[wdl], ...(dtz ? [words.distance(Math.abs(dtz))] : [])];
    return el(
      'li',
      { 'data-result': wdl },
      el('button', { type: 'button', class: 'move', onclick: () => this.onPlay(move) }, san),
      el('span', { class: 'faint' }, remarks.join(', ')),
    );
  }
}
