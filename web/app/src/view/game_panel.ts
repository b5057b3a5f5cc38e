import { GameTree } from '../chess/game_tree';
import { chess960Fen } from '../chess/chess960';
import { readPgn, titleOf, writePgn } from '../chess/pgn';
import { checkFen } from '../chess/rules';
import { linkTo } from '../address';
import { byId, clampNumber, el } from './dom';
import { GameList } from './game_list';
import { texts } from '../texts';

// Positions and games in and out: FEN, PGN, Chess960 numbers.
export class GamePanel {
  onLoad: (tree: GameTree) => void = () => {};
  private readonly list = new GameList();
  private readonly problem = byId('game-problem');
  private readonly pgn = byId<HTMLTextAreaElement>('pgn');

  constructor(private readonly tree: () => GameTree) {
    const fen = byId<HTMLInputElement>('fen');
    on('fen-form', 'submit', () => this.loadFen(fen.value));
    on('copy-fen', 'click', () => void this.copy(this.tree().current.fen));
    on('reset', 'click', () => this.load(new GameTree()));
    on('chess960-form', 'submit', () => {
      const wish = byId<HTMLInputElement>('chess960');
      const number = clampNumber(wish.value, 0, 959, Math.floor(Math.random() * 960));
      wish.value = String(number);
      this.load(new GameTree(chess960Fen(number)));
    });
    on('link-fen', 'click', () => void this.copy(linkTo('fen', this.tree().current.fen)));
    on('link-pgn', 'click', () => void this.copy(linkTo('pgn', writePgn(this.tree()))));
    on('pgn-form', 'submit', () => void this.loadPgn(this.pgn.value));
    on('write-pgn', 'click', () => {
      this.pgn.value = writePgn(this.tree());
    });
    on('copy-pgn', 'click', () => void this.copy(writePgn(this.tree())));
    on('save-pgn', 'click', () => this.save());
    byId<HTMLInputElement>('pgn-file').addEventListener('change', (event) => {
      const file = (event.target as HTMLInputElement).files?.[0];
      if (file) void this.readGames(file.stream(), file.size);
    });
    this.list.onOpen = (game) => this.open(game.text);
  }

  show(): void {
    const tree = this.tree();
    const fen = byId<HTMLInputElement>('fen');
    if (document.activeElement !== fen) fen.value = tree.current.fen;
    byId('game-title').textContent = tree.headers.has('White') ? titleOf(tree.headers) : texts.game.moves;
  }

  // Whether there is a game in it.
  loadPgn(text: string): Promise<boolean> {
    return this.readGames(text, text.length);
  }

  private async readGames(source: string | ReadableStream<Uint8Array>, size: number): Promise<boolean> {
    this.say('');
    const count = await this.list.read(source, size);
    if (count === 0) this.say(texts.game.notFound);
    return count > 0;
  }

  private open(text: string): void {
    const game = readPgn(text)[0];
    if (!game) return this.say(texts.game.noMovesRead);
    this.load(game.tree);
    this.say(game.problem ?? '');
  }

  // Whether it is one.
  loadFen(text: string): boolean {
    const checked = checkFen(text);
    if ('problem' in checked) this.say(checked.problem);
    else this.load(new GameTree(checked.fen));
    return !('problem' in checked);
  }

  private load(tree: GameTree): void {
    this.say('');
    this.onLoad(tree);
  }

  private async copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.say(texts.game.copied);
    } catch {
      this.pgn.value = text;
      this.say(texts.game.notCopied);
    }
  }

  private save(): void {
    const address = URL.createObjectURL(new Blob([writePgn(this.tree())], { type: 'application/x-chess-pgn' }));
    el('a', { href: address, download: 'game.pgn' }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  private say(message: string): void {
    this.problem.textContent = message;
  }
}

function on(id: string, event: string, action: () => void): void {
  byId(id).addEventListener(event, (happened) => {
    happened.preventDefault();
    action();
  });
}
