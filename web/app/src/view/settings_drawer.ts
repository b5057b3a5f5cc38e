import type { App } from '../app';
import { leastElo, mostElo } from '../play/levels';
import { saveSettings } from '../settings';
import { texts } from '../texts';
import { applyPieces } from './piece_sets';
import { byId, clampNumber, el } from './dom';

// Choices that are made once, out of the way of everything else. Each takes effect at once.
export class SettingsDrawer {
  onBoard: () => void = () => {}; // it looks different
  private readonly dialog = byId<HTMLDialogElement>('settings');

  constructor(private readonly app: App) {
    const { settings } = app;
    const engine = (): void => app.applyEngineSettings();
    const wishes = (): void => app.applyWishes();
    const most = (): number => app.session?.port.maxThreads ?? 1;
    numberField('lines-count', settings.lines, [1, () => 10], (value) => (settings.lines = value), wishes);
    numberField('threads', app.threads, [1, most], (value) => (settings.threads = value), engine);
    numberField('hash', settings.hash, [1, () => 65536], (value) => (settings.hash = value), engine);
    numberField('limit-elo', settings.limitElo, [leastElo, () => mostElo - 1], (value) => (settings.limitElo = value), wishes);
    numberField('autoplay-time', settings.autoplayTime, [1, () => 60], (value) => (settings.autoplayTime = value), wishes);
    checkBox('limit', settings.isLimited, (isOn) => {
      settings.isLimited = isOn;
      wishes();
      this.showLimit();
    });
    checkBox('sound', settings.sound, (isOn) => (settings.sound = isOn), wishes);
    checkBox('premoves', settings.premoves, (isOn) => (settings.premoves = isOn), () => {
      wishes();
      this.onBoard();
    });
    const path = byId<HTMLInputElement>('syzygy');
    path.value = settings.syzygyPath;
    path.addEventListener('change', () => {
      settings.syzygyPath = path.value.trim();
      if (app.session) app.problem.emit(''); // about the folders before
      engine();
    });
    choice('board-theme', texts.settings.boards, settings.board, (value) => (settings.board = value), () => this.showBoard());
    choice('piece-set', texts.settings.pieceSets, settings.pieces, (value) => (settings.pieces = value), () => this.showBoard());
    // A click beside it closes it.
    this.dialog.addEventListener('click', (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
    this.showBoard();
    this.showLimit();
  }

  open(): void {
    this.showEngine();
    this.dialog.showModal();
  }

  // Another engine, or none.
  showEngine(): void {
    const most = this.app.session?.port.maxThreads ?? 1;
    const threads = byId<HTMLInputElement>('threads');
    threads.max = String(most);
    threads.value = String(this.app.threads);
    byId('threads-note').textContent = texts.settings.threadsUpTo(most);
    const isNative = this.app.session?.port.kind === 'native';
    byId<HTMLInputElement>('syzygy').disabled = !isNative;
    byId('syzygy-help').textContent = isNative ? texts.settings.syzygyHelp : texts.settings.syzygyNotHere;
  }

  private showLimit(): void {
    byId<HTMLInputElement>('limit-elo').disabled = !this.app.settings.isLimited;
  }

  private showBoard(): void {
    saveSettings(this.app.settings);
    document.documentElement.dataset['board'] = this.app.settings.board;
    applyPieces(this.app.settings.pieces);
    this.onBoard();
  }
}

// A field for a whole number: what is typed is brought into its range.
export function numberField(id: string, value: number, [low, high]: [number, () => number], set: (value: number) => void, apply: () => void): void {
  const input = byId<HTMLInputElement>(id);
  input.value = String(value);
  input.addEventListener('change', () => {
    const wish = clampNumber(input.value, low, high(), value);
    input.value = String(wish);
    set(wish);
    apply();
  });
}

export function checkBox(id: string, isOn: boolean, set: (isOn: boolean) => void, apply: () => void = () => {}): void {
  const box = byId<HTMLInputElement>(id);
  box.checked = isOn;
  box.addEventListener('change', () => {
    set(box.checked);
    apply();
  });
}

function choice<T extends string>(id: string, names: Readonly<Record<T, string>>, now: T, set: (value: T) => void, apply: () => void): void {
  const select = byId<HTMLSelectElement>(id);
  select.replaceChildren(...Object.entries<string>(names).map(([value, name]) => el('option', { value, selected: value === now }, name)));
  select.addEventListener('change', () => {
    set(select.value as T);
    apply();
  });
}
