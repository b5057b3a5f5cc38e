import type { App } from '../app';
import { withTerms } from '../explain/terms';
import { byId, el } from '../view/dom';
import { parseHorizon } from './horizon_report';
import { HorizonView } from './horizon_view';
import { NodePanel } from './node_panel';
import { PlaceNote } from './place_note';
import { colours, TreeCanvas } from './tree_canvas';
import { positionLine } from '../engine/uci';
import { TreeNotation } from './tree_notation';
import { TreeStore, withoutLabel } from './tree_store';
import type { TreeNode } from './tree_node';
import { texts } from '../texts';

const mostNodes = 1_000_000;

// The tab for looking into a search: record it, walk through its tree, ask why.
export class SearchPanel {
  private store: TreeStore | undefined;
  private readonly canvas: TreeCanvas;
  private recorded: { fen: string; moves: string[]; depth: number } | undefined;
  private trail: TreeNode[] = [];
  private readonly horizonView = new HorizonView();
  private readonly nodePanel = new NodePanel();
  private readonly treePlace: PlaceNote;
  private readonly horizonPlace: PlaceNote;

  constructor(private readonly app: App) {
    this.treePlace = new PlaceNote(app, byId('tree-other'), texts.search.thisTree);
    this.horizonPlace = new PlaceNote(app, byId('horizon-other'), texts.search.thisComparison);
    this.canvas = new TreeCanvas(byId<HTMLCanvasElement>('tree'));
    this.canvas.onOpen = this.nodePanel.onOpen = (node) => void this.guard(() => this.zoom(node));
    this.nodePanel.onPlay = (moves) => {
      if (this.treePlace.goThere()) this.app.playMoves(moves);
    };
    this.nodePanel.onWhy = (moves) => void this.guard(() => this.why(moves));
    byId('tree-form').addEventListener('submit', (event) => {
      event.preventDefault();
      void this.guard(() => this.record());
    });
    byId('tree-iteration').addEventListener('input', () => void this.guard(() => this.showIteration()));
    byId('tree-up').addEventListener('click', () => this.back());
    byId('horizon').addEventListener('click', () => void this.guard(() => this.horizon()));
    byId('search-stats').addEventListener('click', () => void this.guard(() => this.stats()));
    byId('tree-legend').append(
      ...Object.entries(texts.search.verdicts)
        .filter(([verdict]) => verdict !== 'stopped')
        .map(([verdict, name]) => el('li', {}, el('span', { class: 'dot', style: `background:${colours[verdict as keyof typeof colours]}` }), ...withTerms(name))),
    );
  }

  showEngine(): void {
    const hasLab = this.app.session?.hasLab === true;
    byId('tree-tools').hidden = !hasLab;
    byId('tree-missing').hidden = hasLab;
    if (hasLab) return;
    byId('tree-view').hidden = byId('search-stats-view').hidden = true;
    this.horizonView.hide();
  }

  // The position on the board has changed.
  showPosition(): void {
    this.treePlace.show();
    this.horizonPlace.show();
  }

  private async guard(action: () => Promise<void>): Promise<void> {
    const state = byId('tree-state');
    try {
      await action();
    } catch (problem) {
      state.textContent = problem instanceof Error ? problem.message : String(problem);
    }
  }

  // The engine's lines for a question, for which an analysis rests. A game must not be disturbed.
  private async ask(commands: string[]): Promise<string[]> {
    const { app } = this;
    if (app.isPlaying) throw new Error(texts.engine.busyPlaying);
    const wasOn = app.analysis.isOn;
    app.analysis.stop();
    const answer = app.session?.collect(commands);
    if (wasOn) app.analysis.start(app.tree, app.settings.lines);
    return (await answer) ?? [];
  }

  private async record(): Promise<void> {
    const depth = this.app.settings.treeDepth;
    byId('tree-state').textContent = texts.search.recording;
    const store = new TreeStore((commands) => this.ask(commands));
    const game = this.app.tree.engineLine();
    const place = this.app.place;
    const notation = new TreeNotation(this.app.tree.current.fen, (node) => store.parentOf(node));
    const said = await store.record(game, depth, mostNodes);
    const reached = Number(/of (\d+) iterations/.exec(said)?.[1]);
    if (!reached) throw new Error(withoutLabel(said));
    this.recorded = { ...game, depth: reached };
    this.treePlace.set(place);
    this.store = store;
    this.canvas.labelOf = (node) => notation.label(node);
    this.canvas.onSelect = (node) => this.nodePanel.show(node, store.path(node), notation);
    byId('tree-state').textContent = said.replace(/ -> .*/, '');
    const slider = byId<HTMLInputElement>('tree-iteration');
    slider.max = String(reached); // first: it bounds the value
    slider.value = slider.max;
    byId('tree-view').hidden = false;
    await this.showIteration();
  }

  private async showIteration(): Promise<void> {
    const slider = byId<HTMLInputElement>('tree-iteration');
    const depth = slider.value;
    byId('tree-iteration-text').textContent = depth;
    const root = await this.store?.iteration(Number(depth));
    if (!root || slider.value !== depth) return; // the slider has been moved meanwhile
    this.trail = [root];
    this.canvas.show(root);
    byId('tree').dataset['iteration'] = depth;
  }

  private async zoom(node: TreeNode): Promise<void> {
    await this.store?.open(node);
    if (this.trail.at(-1) !== node) this.trail.push(node);
    this.canvas.show(node);
  }

  private back(): void {
    if (this.trail.length > 1) this.trail.pop();
    const top = this.trail.at(-1);
    if (top) this.canvas.show(top);
  }

  private async why(moves: string[]): Promise<void> {
    if (!this.recorded) return;
    const answer = byId('tree-why');
    answer.textContent = texts.search.asking;
    const lines = await this.ask([positionLine(this.recorded), `why ${moves.join(' ')} depth ${this.recorded.depth}`]);
    answer.textContent = withoutLabel(lines[0] ?? '');
    answer.scrollIntoView({ block: 'nearest' });
  }

  private async horizon(): Promise<void> {
    byId('tree-state').textContent = texts.search.asking;
    const place = this.app.place;
    const lines = await this.ask([positionLine(this.app.tree.engineLine()), 'horizon']);
    const report = parseHorizon(lines);
    if (!report) throw new Error(withoutLabel(lines.at(-1) ?? texts.engine.noAnswer));
    byId('tree-state').textContent = '';
    this.horizonView.show(place.node.fen, report);
    this.horizonPlace.set(place);
    byId('horizon-view').scrollIntoView({ block: 'nearest' });
  }

  // Of the search that was analysed last, which the engine does again to count.
  private async stats(): Promise<void> {
    byId('tree-state').textContent = texts.search.counting;
    const lines = await this.ask(['stats']);
    byId('search-stats-text').replaceChildren(...withTerms(lines.map(withoutLabel).join('\n')));
    byId('search-stats-view').hidden = false;
    byId('search-stats-view').scrollIntoView({ block: 'nearest' });
    byId('tree-state').textContent = '';
  }
}
