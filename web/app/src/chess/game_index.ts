// The games of a PGN as a list: where each of them is, and what its tags say. The moves are read when a game is
// opened, so that thousands of games take no longer than their text.
export interface ListedGame {
  text: string;
  tags: ReadonlyMap<string, string>;
}

const looksLikeMoves = /[a-h][1-8]|[O0]-[O0]/; // and not like other words

// Cuts text that comes in pieces into games. As for the parser, an empty line after moves ends a game, unless it is
// in a comment.
export class GameCutter {
  private lines: string[] = [];
  private tags = new Map<string, string>();
  private hasMoves = false;
  private inBraces = false;
  private rest = '';

  constructor(private readonly onGame: (game: ListedGame) => void) {}

  add(piece: string): void {
    const lines = (this.rest + piece.replace(/^\uFEFF/, '')).split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) this.line(line);
  }

  end(): void {
    this.line(this.rest);
    this.rest = '';
    this.cut();
  }

  private line(line: string): void {
    if (!this.inBraces) {
      const isEmpty = line.trim() === '';
      const tag = /^\s*\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]/.exec(line);
      if (this.hasMoves && (isEmpty || tag)) this.cut();
      if (tag?.[1] !== undefined && !this.hasMoves) this.tags.set(tag[1], (tag[2] ?? '').replace(/\\(.)/g, '$1'));
      else if (!isEmpty && !line.startsWith('%')) this.hasMoves = true;
      if (tag || isEmpty) {
        this.lines.push(line);
        return;
      }
    }
    this.lines.push(line);
    this.followBraces(line);
  }

  private followBraces(line: string): void {
    if (!this.inBraces && !line.includes('{')) return;
    for (let at = 0; at >= 0; ) {
      if (this.inBraces) {
        at = line.indexOf('}', at);
        if (at >= 0) this.inBraces = false;
      } else {
        const comment = line.indexOf(';', at);
        at = line.indexOf('{', at);
        if (at >= 0 && comment >= 0 && comment < at) return; // the rest of the line is a comment
        if (at >= 0) this.inBraces = true;
      }
    }
  }

  private cut(): void {
    const text = this.lines.join('\n');
    if (this.tags.size > 0 || looksLikeMoves.test(text)) this.onGame({ text, tags: this.tags });
    this.lines = [];
    this.tags = new Map();
    this.hasMoves = this.inBraces = false;
  }
}

// What a game can be found by: players, event, place, date, opening and result, in small letters.
export function searchText({ tags }: ListedGame): string {
  return ['White', 'Black', 'Event', 'Site', 'Date', 'ECO', 'Opening', 'Result']
    .map((name) => tags.get(name) ?? '')
    .join(' ')
    .toLowerCase();
}

// The indices of the games that have every word.
export function findGames(texts: readonly string[], wish: string): number[] {
  const words = wish.toLowerCase().split(/\s+/).filter((word) => word !== '');
  return texts.flatMap((text, index) => (words.every((word) => text.includes(word)) ? [index] : []));
}
