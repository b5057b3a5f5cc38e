import type { Color } from 'chessops/types';
import { parseSquare, squareFile, squareRank } from 'chessops/util';
import type { StaticEval } from '../engine/answers';
import { texts } from '../texts';
import { scoreText } from '../engine/uci';
import { byId, el } from './dom';

// What each piece adds to the evaluation, as a number on its square.
export class WorthView {
  private readonly layer = byId('worth-layer');
  private shown: { found: StaticEval | undefined; orientation: Color } | undefined;

  show(found: StaticEval | undefined, orientation: Color): void {
    if (this.shown?.found === found && this.shown?.orientation === orientation) return; // lines come far more often
    this.shown = { found, orientation };
    const note = byId('worth-note');
    note.hidden = !found;
    note.textContent = found ? texts.facts.worth(scoreText({ kind: 'cp', value: found.cp })) : '';
    this.layer.replaceChildren(
      ...(found?.pieces ?? []).map(({ square, cp }) => {
        const at = parseSquare(square);
        const [file, rank] = [squareFile(at), squareRank(at)];
        const [column, row] = orientation === 'white' ? [file, 7 - rank] : [7 - file, rank];
        const text = `${cp > 0 ? '+' : cp < 0 ? '−' : ''}${(Math.abs(cp) / 100).toFixed(1)}`;
        return el('span', { 'data-side': cp >= 0 ? 'white' : 'black', style: `left:${column * 12.5}%;top:${row * 12.5}%` }, el('b', {}, text));
      }),
    );
  }
}
