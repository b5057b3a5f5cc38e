import { NativePort, type TablesStatus } from '../engine/native_port';
import type { EnginePort } from '../engine/engine_port';
import { saveSettings, type Settings } from '../settings';
import { byId } from './dom';
import { texts } from '../texts';

const kLookAgain = 1000; // ms

// Offers once to make endgame tables, shows how far that is, and lets it be stopped.
export class TablesOffer {
  private port: NativePort | undefined;
  private wasMaking = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly settings: Settings) {
    byId('tables-make').addEventListener('click', () => void this.look('make'));
    byId('tables-stop').addEventListener('click', () => void this.look('stop'));
    byId('tables-decline').addEventListener('click', () => {
      this.settings.tablesDeclined = true;
      saveSettings(this.settings);
      byId('tables-offer').hidden = true;
    });
  }

  use(port: EnginePort | undefined): void {
    this.port = port instanceof NativePort ? port : undefined;
    void this.look();
  }

  private async look(wish?: 'make' | 'stop'): Promise<void> {
    clearTimeout(this.timer);
    const port = this.port;
    const status = await port?.tables(wish);
    if (port !== this.port) return;
    this.show(status);
    if (status?.state === 'making') this.timer = setTimeout(() => void this.look(), kLookAgain);
  }

  private show(status: TablesStatus | undefined): void {
    const state = status?.state ?? 'unavailable';
    const isMaking = state === 'making';
    const isOffered = (state === 'absent' || state === 'failed') && !this.settings.tablesDeclined;
    const isNews = state === 'ready' && this.wasMaking;
    byId('tables-offer').hidden = !(isMaking || isOffered || isNews);
    byId('tables-make').hidden = !isOffered;
    byId('tables-decline').hidden = !isOffered && !isNews;
    byId('tables-decline').textContent = isNews ? texts.tables.good : texts.tables.notNow;
    byId('tables-stop').hidden = !isMaking;
    byId('tables-text').textContent = text(status);
    const progress = byId<HTMLProgressElement>('tables-progress');
    progress.hidden = !isMaking;
    progress.value = status?.part ?? 0;
    this.wasMaking = isMaking;
  }
}

function text(status: TablesStatus | undefined): string {
  switch (status?.state) {
    case 'absent':
      return texts.tables.offer(status.folder);
    case 'failed':
      return texts.tables.failed(status.reason);
    case 'making':
      return texts.tables.making(Math.floor(100 * status.part));
    case 'ready':
      return texts.tables.ready;
    default:
      return '';
  }
}
