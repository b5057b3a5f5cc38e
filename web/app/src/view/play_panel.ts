import { clockText, type Side } from '../play/chess_clock';
import type { Match, MatchSettings } from '../play/match';
import { saveSettings, type Settings } from '../settings';
import { levelText } from '../play/levels';
import { clockName, usualClocks, type ClockTime } from '../play/pace';
import { byId, clampNumber, el } from './dom';
import { texts } from '../texts';

// The form for a new game, its state, and the clocks beside the board.
export class PlayPanel {
  private readonly clock = byId<HTMLSelectElement>('play-clock');
  onNewGame: (settings: MatchSettings, start: Settings['start']) => void = () => {};

  constructor(private readonly settings: Settings) {
    const level = input('play-level');
    level.value = String(settings.level);
    byId<HTMLSelectElement>('play-side').value = settings.side;
    byId<HTMLSelectElement>('play-start').value = settings.start;
    input('play-minutes').value = String(settings.minutes);
    input('play-increment').value = String(settings.increment);
    const showLevel = (): void => {
      byId('level-text').textContent = levelText(Number(level.value));
      level.setAttribute('aria-valuetext', levelText(Number(level.value)));
    };
    level.addEventListener('input', showLevel);
    showLevel();
    this.clock.addEventListener('change', () => {
      const [minutes = '', increment = ''] = this.clock.value.split('+');
      input('play-minutes').value = minutes;
      input('play-increment').value = increment;
    });
    byId('play-form').addEventListener('change', () => {
      this.readForm();
      this.showClock();
    });
    this.showClock();
    byId('play-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.newGame();
    });
  }

  // `recorded`: the clocks of a game that is looked at.
  show(match: Match | undefined, recorded: Partial<Record<Side, number>>, orientation: Side): void {
    byId('play-actions').hidden = !match;
    for (const id of ['hint', 'resign']) byId<HTMLButtonElement>(id).disabled = !match || !!match.result;
    byId<HTMLButtonElement>('take-back').disabled = !match?.mayTakeBack;
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
      face.setAttribute('aria-label', texts.play.clockOf(texts[side]));
      face.setAttribute('role', 'timer');
    }
  }

  // The clock among the usual ones, or as one of its own.
  private showClock(): void {
    const now = { minutes: this.settings.minutes, increment: this.settings.increment };
    const value = ({ minutes, increment }: ClockTime): string => (minutes === 0 ? '0+0' : `${minutes}+${increment}`);
    const offered = [{ minutes: 0, increment: 0 }, ...usualClocks];
    const isUsual = offered.some((clock) => value(clock) === value(now));
    const options = [
      ...offered.map((clock) => el('option', { value: value(clock) }, clockName(clock))),
      ...(isUsual ? [] : [el('option', { value: value(now) }, texts.play.ownClock(now.minutes, now.increment))]),
    ];
    this.clock.replaceChildren(...options);
    this.clock.value = value(now);
    input('play-increment').disabled = now.minutes === 0;
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
    const { winner } = match.result;
    const reason = texts.endings[match.result.reason];
    if (!winner) return texts.play.draw(reason);
    return winner === match.settings.person ? texts.play.youWin(reason) : texts.play.engineWins(reason);
  }
  return match.isThinking ? texts.play.thinking : texts.play.yourMove;
}

function input(id: string): HTMLInputElement {
  return byId<HTMLInputElement>(id);
}
