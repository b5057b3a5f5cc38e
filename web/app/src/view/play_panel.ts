import { clockText, type Side } from '../play/chess_clock';
import type { Match, MatchSettings } from '../play/match';
import { saveSettings, type Settings } from '../settings';
import { byId, clampNumber } from './dom';

// The form for a new game, its state, and the clocks beside the board.
export class PlayPanel {
  onNewGame: (settings: MatchSettings, start: Settings['start']) => void = () => {};

  constructor(private readonly settings: Settings) {
    const level = input('play-level');
    level.value = String(settings.level);
    byId<HTMLSelectElement>('play-side').value = settings.side;
    byId<HTMLSelectElement>('play-start').value = settings.start;
    input('play-minutes').value = String(settings.minutes);
    input('play-increment').value = String(settings.increment);
    const showLevel = (): void => {
      byId('level-text').textContent = level.value === '20' ? '20 (full strength)' : level.value;
    };
    level.addEventListener('input', showLevel);
    showLevel();
    byId('play-form').addEventListener('change', () => this.readForm());
    byId('play-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.newGame();
    });
  }

  // `recorded`: the clocks of a game that is looked at. Whether there are clocks to see.
  show(match: Match | undefined, recorded: Partial<Record<Side, number>>, orientation: Side): boolean {
    for (const id of ['take-back', 'hint', 'resign']) byId<HTMLButtonElement>(id).disabled = !match || (id !== 'take-back' && !!match.result);
    byId('play-state').textContent = match ? stateText(match) : '';
    const now = performance.now();
    const left = (side: Side): number | undefined => (match && !match.result ? match.clock?.remaining(side, now) : recorded[side]);
    const areShown = left('white') !== undefined || left('black') !== undefined;
    for (const [id, side] of [
      ['clock-bottom', orientation],
      ['clock-top', orientation === 'white' ? 'black' : 'white'],
    ] as const) {
      const face = byId(id);
      const time = left(side);
      face.hidden = !areShown;
      face.textContent = time === undefined ? '–' : clockText(time);
      face.classList.toggle('running', match?.clock?.turn === side);
      face.setAttribute('aria-label', `${side === 'white' ? 'White' : 'Black'}'s clock`);
      face.setAttribute('role', 'timer');
    }
    return areShown;
  }

  private readForm(): void {
    this.settings.side = byId<HTMLSelectElement>('play-side').value as Settings['side'];
    this.settings.start = byId<HTMLSelectElement>('play-start').value as Settings['start'];
    this.settings.level = Number(input('play-level').value);
    this.settings.minutes = clampNumber(input('play-minutes').value, 0, 180, this.settings.minutes);
    this.settings.increment = clampNumber(input('play-increment').value, 0, 60, this.settings.increment);
    saveSettings(this.settings);
  }

  private newGame(): void {
    this.readForm();
    const { side, start, level, minutes, increment } = this.settings;
    const person: Side = side === 'random' ? (Math.random() < 0.5 ? 'white' : 'black') : side;
    this.onNewGame({ person, level, minutes, increment }, start);
  }
}

function stateText(match: Match): string {
  if (match.result) {
    const { winner, reason } = match.result;
    if (!winner) return `A draw: ${reason}.`;
    return winner === match.settings.person ? `You win by ${reason}.` : `Stillpoint wins by ${reason}.`;
  }
  return match.isThinking ? 'Stillpoint is thinking…' : 'Your move.';
}

function input(id: string): HTMLInputElement {
  return byId<HTMLInputElement>(id);
}
