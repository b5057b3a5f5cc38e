import type { Analysis } from '../analysis';
import { turnOf } from '../chess/rules';
import type { Info } from '../engine/uci';
import { byId, shortCount } from './dom';
import { texts } from '../texts';

// Depth, nodes, speed and chances of the analysis.
export class AnalysisPanel {
  constructor(private readonly analysis: Analysis) {}

  show(first: Info | undefined): void {
    const set = (id: string, text: string): void => {
      byId(id).textContent = text;
    };
    set('stat-depth', first ? `${first.depth}/${first.selDepth}` : '–');
    set('stat-nodes', first ? shortCount(first.nodes) : '–');
    set('stat-nps', first ? shortCount(first.nps) : '–');
    set('stat-time', first ? texts.analysis.seconds((first.time / 1000).toFixed(1)) : '–');
    set('stat-hash', first ? texts.analysis.percent((first.hashFull / 10).toFixed(0)) : '–');
    this.showChances(first);
    const button = byId<HTMLButtonElement>('analyse');
    button.setAttribute('aria-pressed', String(this.analysis.isOn));
    button.textContent = this.analysis.isOn ? texts.analysis.stop : texts.analysis.start;
  }

  private showChances(first: Info | undefined): void {
    const bar = byId('wdl');
    const wdl = first?.wdl;
    bar.hidden = !wdl;
    if (!wdl) return;
    const white = turnOf(this.analysis.fen) === 'white';
    const shares = white ? [wdl.win, wdl.draw, wdl.loss] : [wdl.loss, wdl.draw, wdl.win];
    const percent = shares.map((share) => Math.round(share / 10)) as [number, number, number];
    bar.setAttribute('aria-label', texts.analysis.chances(...percent));
    bar.querySelectorAll('span').forEach((span, index) => {
      span.style.flexBasis = `${(shares[index] ?? 0) / 10}%`;
      span.textContent = (percent[index] ?? 0) >= 8 ? texts.analysis.percent(String(percent[index])) : '';
    });
  }
}
