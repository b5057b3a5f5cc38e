import { findGames, GameCutter, searchText, type ListedGame } from '../chess/game_index';
import { titleOf } from '../chess/pgn';
import { byId, el } from './dom';
import { language, texts } from '../texts';

const pieceSize = 1 << 18; // characters of a text
const mostWork = 12; // ms at a time, so that the page stays smooth
const rowHeight = 28; // px, as in the style sheet
const spareRows = 6; // above and below what can be seen

// The games of a PGN: read little by little, searched, and shown as a list of which only the visible part exists.
export class GameList {
  onOpen: (game: ListedGame) => void = () => {};
  private games: ListedGame[] = [];
  private texts: string[] = [];
  private found: number[] = [];
  private chosen = 0; // index of the open game
  private reading = 0; // counts the texts; a new one ends the reading of the one before
  private readonly box = byId('games');
  private readonly rows = el('div', { class: 'games-rows', role: 'presentation' });
  private readonly wish = byId<HTMLInputElement>('games-search');

  constructor() {
    this.box.append(this.rows);
    this.box.addEventListener('scroll', () => this.draw());
    new ResizeObserver(() => this.draw()).observe(this.box);
    this.wish.addEventListener('input', () => this.search());
    this.box.addEventListener('click', (event) => {
      const row = (event.target as HTMLElement).closest<HTMLElement>('[data-game]');
      if (row) this.open(Number(row.dataset['game']));
    });
    for (const element of [this.box, this.wish]) element.addEventListener('keydown', (event) => this.key(event));
  }

  // How many games there are. The first one is opened as soon as it is known.
  async read(source: string | ReadableStream<Uint8Array>, size: number): Promise<number> {
    const turn = ++this.reading;
    this.games = [];
    this.texts = [];
    this.found = [];
    this.chosen = 0;
    this.wish.value = '';
    this.show();
    const progress = byId<HTMLProgressElement>('games-progress');
    progress.max = size;
    progress.value = 0;
    const cutter = new GameCutter((game) => this.add(game));
    const pieces = typeof source === 'string' ? piecesOf(source) : textOf(source);
    let rested = performance.now();
    for await (const { text, done } of pieces) {
      if (turn !== this.reading) return 0;
      cutter.add(text);
      progress.value = done;
      if (performance.now() - rested < mostWork) continue;
      progress.hidden = false;
      this.show();
      await rest();
      rested = performance.now();
    }
    if (turn !== this.reading) return 0;
    cutter.end();
    progress.hidden = true;
    this.show();
    return this.games.length;
  }

  private add(game: ListedGame): void {
    const index = this.games.push(game) - 1;
    const text = searchText(game);
    this.texts.push(text);
    if (findGames([text], this.wish.value).length > 0) this.found.push(index);
    if (index === 0) this.open(0);
  }

  private search(): void {
    this.found = findGames(this.texts, this.wish.value);
    this.box.scrollTop = 0;
    this.show();
  }

  private show(): void {
    byId('games-part').hidden = this.games.length < 2;
    const count = this.found.length.toLocaleString(language);
    const all = this.games.length.toLocaleString(language);
    byId('games-count').textContent = this.wish.value.trim() === '' ? texts.game.count(all) : texts.game.countOf(count, all);
    this.draw();
  }

  private draw(): void {
    this.rows.style.height = `${this.found.length * rowHeight}px`;
    const first = Math.max(0, Math.floor(this.box.scrollTop / rowHeight) - spareRows);
    const last = Math.min(this.found.length, Math.ceil((this.box.scrollTop + this.box.clientHeight) / rowHeight) + spareRows);
    const rows: HTMLElement[] = [];
    for (let place = first; place < last; ++place) rows.push(this.row(place));
    this.rows.replaceChildren(...rows);
    const isDrawn = this.rows.querySelector('[aria-selected=true]') !== null;
    if (isDrawn) this.box.setAttribute('aria-activedescendant', `game-${this.chosen}`);
    else this.box.removeAttribute('aria-activedescendant');
  }

  private row(place: number): HTMLElement {
    const index = this.found[place] ?? 0;
    const tags = this.games[index]?.tags ?? new Map<string, string>();
    return el(
      'div',
      {
        id: `game-${index}`,
        role: 'option',
        class: 'games-row',
        style: `top:${place * rowHeight}px`,
        'data-game': index,
        'aria-selected': String(index === this.chosen),
        'aria-setsize': this.found.length,
        'aria-posinset': place + 1,
      },
      el('span', { class: 'faint' }, `${index + 1}.`),
      el('span', { class: 'games-title' }, titleOf(tags)),
      el('span', { class: 'faint' }, [tags.get('Result'), tags.get('ECO')].filter((text) => text && text !== '*').join(' ')),
    );
  }

  private open(index: number): void {
    const game = this.games[index];
    if (!game) return;
    this.chosen = index;
    this.draw();
    this.onOpen(game);
  }

  private key(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.box.clientHeight / rowHeight));
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    const isList = event.currentTarget === this.box;
    const at = this.found.indexOf(this.chosen);
    let next: number | undefined;
    if (event.key in steps) next = at < 0 ? 0 : at + (steps[event.key] ?? 0);
    else if (isList && event.key === 'Home') next = 0;
    else if (isList && event.key === 'End') next = this.found.length - 1;
    else if (event.key === 'Enter') next = Math.max(0, at);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const place = Math.max(0, Math.min(this.found.length - 1, next));
    const top = place * rowHeight;
    if (top < this.box.scrollTop) this.box.scrollTop = top;
    else if (top + rowHeight > this.box.scrollTop + this.box.clientHeight) this.box.scrollTop = top + rowHeight - this.box.clientHeight;
    const index = this.found[place];
    if (index !== undefined) this.open(index);
  }
}

interface Piece {
  text: string;
  done: number; // of the whole, in its own unit
}

function* piecesOf(text: string): Generator<Piece> {
  for (let at = 0; at < text.length; at += pieceSize) yield { text: text.slice(at, at + pieceSize), done: at + pieceSize };
}

async function* textOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Piece> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let done = 0;
  for (;;) {
    const { value, done: isOver } = await reader.read();
    if (isOver) return;
    done += value.length;
    yield { text: decoder.decode(value, { stream: true }), done };
  }
}

// Lets the page draw and answer.
function rest(): Promise<void> {
  return new Promise((go) => setTimeout(go));
}
