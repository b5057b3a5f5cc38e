import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import type { CommentShape } from 'chessops/pgn';
import type { SquareName } from 'chessops/types';
import { makeSquare, parseSquare } from 'chessops/util';
import { drawnSquares, legalTargets, needsPromotion, positionOf, turnOf } from '../chess/rules';
import { askPromotion, type SquareBox } from './promotion';

export interface Arrow {
  uci: string;
  brush: 'green' | 'blue' | 'paleBlue' | 'paleGrey' | 'yellow';
  width?: number;
}

// The board: shows a position and reports the moves made on it.
export class BoardView {
  onMove: (uci: string) => void = () => {};
  onCancel: () => void = () => {}; // of a move that was begun: the position must be shown again
  onDraw: (shapes: CommentShape[]) => void = () => {}; // arrows and circles by hand
  private readonly ground: Api;
  private fen = '';

  constructor(private readonly element: HTMLElement) {
    this.ground = Chessground(element, {
      movable: { free: false, showDests: true, events: { after: (from, to) => void this.moved(from, to) } },
      animation: { duration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 180 },
      highlight: { lastMove: true, check: true },
      premovable: { enabled: false },
      drawable: { eraseOnMovablePieceClick: false, onChange: (shapes) => this.onDraw(shapes.flatMap(fromDrawn)) },
    });
  }

  get orientation(): 'white' | 'black' {
    return this.ground.state.orientation;
  }

  set orientation(color: 'white' | 'black') {
    this.ground.set({ orientation: color });
  }

  // `mover`: who may move pieces by hand.
  show(fen: string, lastMove: string | undefined, mover: 'white' | 'black' | 'both' | undefined, shapes: readonly CommentShape[]): void {
    this.fen = fen;
    const position = positionOf(fen);
    this.ground.set({
      fen,
      drawable: { shapes: shapes.map(toDrawn) },
      turnColor: position.turn,
      check: position.isCheck() ? position.turn : false,
      lastMove: lastMove ? [lastMove.slice(0, 2) as Key, lastMove.slice(2, 4) as Key] : undefined,
      movable: {
        color: mover,
        dests: mover === 'both' || mover === position.turn ? (legalTargets(fen) as Map<Key, Key[]>) : new Map(),
      },
    });
  }

  // Arrows for moves in the position that is shown.
  draw(arrows: readonly Arrow[]): void {
    const shapes = arrows.flatMap((arrow): DrawShape[] => {
      const squares = drawnSquares(this.fen, arrow.uci);
      if (!squares) return [];
      return [{ orig: squares[0], dest: squares[1], brush: arrow.brush, modifiers: { lineWidth: arrow.width ?? 9 } }];
    });
    this.ground.setAutoShapes(shapes);
  }

  redraw(): void {
    this.ground.redrawAll();
  }

  private boxOf(square: SquareName): SquareBox {
    const box = (this.element.querySelector('cg-board') ?? this.element).getBoundingClientRect();
    const size = box.width / 8;
    const file = 'abcdefgh'.indexOf(square.charAt(0));
    const rank = Number(square.charAt(1)) - 1;
    const [column, row] = this.orientation === 'white' ? [file, 7 - rank] : [7 - file, rank];
    return { left: box.left + column * size, top: box.top + row * size, size, isAtTop: row < 4 };
  }

  private async moved(from: Key, to: Key): Promise<void> {
    let uci: string = from + to;
    if (needsPromotion(this.fen, from as SquareName, to as SquareName)) {
      const piece = await askPromotion(turnOf(this.fen), this.boxOf(to as SquareName));
      if (!piece) return this.onCancel();
      uci += piece;
    }
    this.element.focus({ preventScroll: true });
    this.onMove(uci);
  }
}

const brushes = ['green', 'red', 'yellow', 'blue'] as const;

function toDrawn({ color, from, to }: CommentShape): DrawShape {
  return { orig: makeSquare(from), brush: color, ...(to !== from && { dest: makeSquare(to) }) };
}

function fromDrawn({ orig, dest, brush }: DrawShape): CommentShape[] {
  const color = brushes.find((name) => name === brush);
  const from = parseSquare(orig);
  const to = parseSquare(dest ?? orig);
  return color && from !== undefined && to !== undefined ? [{ color, from, to }] : [];
}
