import { Signal } from '../signal';
import { byId } from './dom';

export type TabName = 'analyse' | 'review' | 'play' | 'game' | 'search';
const names: TabName[] = ['analyse', 'review', 'play', 'game', 'search'];

// The panels beside the board, one at a time; arrow keys go from tab to tab as everywhere.
export class Tabs {
  readonly changed = new Signal<TabName>();
  current: TabName = 'analyse';

  constructor() {
    for (const name of names) byId(`tab-${name}`).addEventListener('click', () => this.choose(name));
    byId('tabs').addEventListener('keydown', (event) => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (step === 0) return;
      event.preventDefault();
      event.stopPropagation();
      this.choose(names[(names.indexOf(this.current) + step + names.length) % names.length] ?? 'analyse');
      byId(`tab-${this.current}`).focus();
    });
  }

  next(): void {
    this.choose(names[(names.indexOf(this.current) + 1) % names.length] ?? 'analyse');
  }

  choose(chosen: TabName): void {
    this.current = chosen;
    for (const name of names) {
      const tab = byId(`tab-${name}`);
      tab.setAttribute('aria-selected', String(name === chosen));
      tab.tabIndex = name === chosen ? 0 : -1;
      byId(`panel-${name}`).hidden = name !== chosen;
    }
    this.changed.emit(chosen);
  }
}
