import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Key, Piece, Role } from '@lichess-org/chessground/types';
import { checkFen, startFen } from '../chess/rules';
import { CastlingBoxes } from './castling_boxes';
import { byId, el, pieceElement } from './dom';

const roles: Role[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];

type Tool = Piece | 'hand' | 'erase';

// A dialog for setting up any position: choose a piece and click squares, or drag pieces about.
export class Editor {
  onDone: (fen: string) => void = () => {};
  private readonly dialog = byId<HTMLDialogElement>('editor');
  private readonly problem = byId('editor-problem');
  private readonly turn = byId<HTMLSelectElement>('editor-turn');
  private readonly castling = new CastlingBoxes(byId('editor-castling'));
  private readonly passing = byId<HTMLInputElement>('editor-passing');
  private ground: Api | undefined;
  private tool: Tool = 'hand';

  constructor() {
    this.makePalette();
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
    add('hand', 'Move pieces', '↔');
    for (const color of ['white', 'black'] as const)
      for (const role of roles) add({ role, color }, `${color} ${role}`, pieceElement(role, color));
    add('erase', 'Remove pieces', '✕');
  }
}
