import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Key, Piece, Role } from '@lichess-org/chessground/types';
import { checkFen, startFen } from '../chess/rules';
import { CastlingBoxes } from './castling_boxes';
import { byId, el, pieceElement } from './dom';
import { texts } from '../texts';

const roles: Role[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];

type Tool = Piece | 'hand' | 'erase';

const roleOfLetter: Readonly<Record<string, Role>> = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };

// A dialog for setting up any position: choose a piece and click squares, or drag pieces about. With the keyboard, arrow keys go
// from square to square, letters put pieces there (White's with Shift), and Delete takes them away.
export class Editor {
  onDone: (fen: string) => void = () => {};
  private readonly dialog = byId<HTMLDialogElement>('editor');
  private readonly problem = byId('editor-problem');
  private readonly turn = byId<HTMLSelectElement>('editor-turn');
  private readonly castling = new CastlingBoxes(byId('editor-castling'));
  private readonly passing = byId<HTMLInputElement>('editor-passing');
  private ground: Api | undefined;
  private tool: Tool = 'hand';
  private cursor: Key = 'e4';

  constructor() {
    this.makePalette();
    byId('editor-board').addEventListener('keydown', (event) => this.pressed(event));
    this.castling.onChange = () => this.check();
    this.turn.addEventListener('change', () => this.check());
    this.passing.addEventListener('input', () => this.check());
    byId('editor-clear').addEventListener('click', () => this.place('8/8/8/8/8/8/8/8'));
    byId('editor-start').addEventListener('click', () => this.load(startFen));
    byId('editor-cancel').addEventListener('click', () => this.dialog.close());
    byId('editor-use').addEventListener('click', () => {
      const checked = checkFen(this.fen());
      if ('problem' in checked) return;
      this.dialog.close();
      this.onDone(checked.fen);
    });
  }

  open(fen: string, orientation: 'white' | 'black'): void {
    this.dialog.showModal();
    this.ground ??= Chessground(byId('editor-board'), {
      movable: { free: true, color: 'both' },
      draggable: { deleteOnDropOff: true },
      selectable: { enabled: false },
      animation: { enabled: false },
      premovable: { enabled: false },
      drawable: { enabled: false },
      highlight: { lastMove: false, check: false },
      events: { change: () => this.check(), select: (key) => this.clicked(key) },
    });
    this.ground.set({ orientation });
    this.load(fen);
    this.ground.redrawAll();
  }

  private load(fen: string): void {
    const [, turn = 'w', , passing = '-'] = fen.split(' ');
    this.turn.value = turn;
    this.passing.value = passing === '-' ? '' : passing;
    this.castling.load(fen);
    this.place(fen);
  }

  private place(fen: string): void {
    this.ground?.set({ fen });
    this.check();
  }

  private clicked(key: Key): void {
    if (this.tool === 'hand' || !this.ground) return;
    const now = this.ground.state.pieces.get(key);
    const piece = this.tool === 'erase' || (now?.role === this.tool.role && now.color === this.tool.color) ? undefined : this.tool;
    this.ground.setPieces(new Map([[key, piece]]));
    this.ground.cancelMove();
    this.check();
  }

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const steps: Readonly<Record<string, [number, number]>> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = steps[event.key];
    const role = roleOfLetter[event.key.toLowerCase()];
    if (step) this.moveCursor(step);
    else if (role) this.put({ role, color: event.shiftKey || event.key !== event.key.toLowerCase() ? 'white' : 'black' });
    else if (event.key === 'Delete' || event.key === 'Backspace') this.put(undefined);
    else if ((event.key === 'Enter' || event.key === ' ') && this.tool !== 'hand') this.clicked(this.cursor);
    else return;
    event.preventDefault();
    this.showCursor();
  }

  private moveCursor([right, up]: [number, number]): void {
    const way = this.ground?.state.orientation === 'black' ? -1 : 1;
    const file = 'abcdefgh'.indexOf(this.cursor.charAt(0)) + right * way;
    const rank = Number(this.cursor.charAt(1)) + up * way;
    if (file >= 0 && file < 8 && rank >= 1 && rank <= 8) this.cursor = `${'abcdefgh'.charAt(file)}${rank}` as Key;
  }

  private put(piece: Piece | undefined): void {
    this.ground?.setPieces(new Map([[this.cursor, piece]]));
    this.check();
  }

  private showCursor(): void {
    const piece = this.ground?.state.pieces.get(this.cursor);
    this.ground?.set({ highlight: { custom: new Map([[this.cursor, 'cursor']]) } });
    const name = piece ? texts[`${piece.color}Piece`](texts.pieces[piece.role][0] ?? piece.role) : texts.editor.emptySquare;
    byId('editor-cursor').textContent = texts.editor.square(this.cursor, name);
  }

  private fen(): string {
    const passing = /^[a-h][36]$/.test(this.passing.value.trim()) ? this.passing.value.trim() : '-';
    const placement = this.ground?.getFen() ?? '';
    return `${placement} ${this.turn.value} ${this.castling.field(placement)} ${passing} 0 1`;
  }

  private check(): void {
    const checked = checkFen(this.fen());
    this.problem.textContent = 'problem' in checked ? checked.problem : '';
    byId<HTMLButtonElement>('editor-use').disabled = 'problem' in checked;
  }

  private makePalette(): void {
    const palette = byId('editor-palette');
    const add = (tool: Tool, label: string, ...content: (Node | string)[]): void => {
      const button = el('button', { type: 'button', 'aria-label': label, title: label, 'aria-pressed': String(tool === 'hand') }, ...content);
      button.addEventListener('click', () => {
        this.tool = tool;
        for (const other of palette.querySelectorAll('button')) other.setAttribute('aria-pressed', String(other === button));
        this.ground?.set({ draggable: { enabled: tool === 'hand' } });
      });
      palette.append(button);
    };
    add('hand', texts.editor.movePieces, '↔');
    for (const color of ['white', 'black'] as const)
      for (const role of roles) add({ role, color }, texts[`${color}Piece`](texts.pieces[role][0] ?? role), pieceElement(role, color));
    add('erase', texts.editor.removePieces, '✕');
  }
}
