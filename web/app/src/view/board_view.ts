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
  brush: 'green' | 'blue' | 'paleBlue' | 'paleGrey' | 'yellow' | 'red';
  width?: number;
  fen?: string; // where it is not a move in the position that is shown
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
      movable: { free: false, showDests: true, events: { after: (from, to, { premove }) => void this.moved(from, to, premove) } },
      animation: { duration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 180 },
      highlight: { lastMove: true, check: true },
      premovable: { enabled: false, showDests: true },
      drawable: { eraseOnMovablePieceClick: false, onChange: (shapes) => this.onDraw(shapes.flatMap(fromDrawn)) },
    });
    // Chessground remembers where the board was, and what stands above it comes and goes.
    element.addEventListener('pointerdown', () => this.ground.state.dom.bounds.clear(), { capture: true });
  }

  get orientation(): 'white' | 'black' {
    return this.ground.state.orientation;
  }

  set orientation(color: 'white' | 'black') {
    this.ground.set({ orientation: color });
  }

  // `mover`: who may move pieces by hand; `premover`: who may choose a move while it is not their turn.
  show(
    fen: string,
    lastMove: string | undefined,
    { mover, premover }: { mover: 'white' | 'black' | 'both' | undefined; premover?: 'white' | 'black' | undefined },
    shapes: readonly CommentShape[],
  ): void {
    this.fen = fen;
    const position = positionOf(fen);
    this.ground.set({
      fen,
      drawable: { shapes: shapes.map(toDrawn) },
      turnColor: position.turn,
      check: position.isCheck() ? position.turn : false,
      lastMove: lastMove ? [lastMove.slice(0, 2) as Key, lastMove.slice(2, 4) as Key] : undefined,
      movable: {
        color: mover ?? premover,
        dests: mover === 'both' || mover === position.turn ? (legalTargets(fen) as Map<Key, Key[]>) : new Map(),
      },
      premovable: { enabled: premover !== undefined || mover === position.turn }, // never of both sides
    });
    if (!premover && (!mover || mover === 'both')) this.ground.cancelPremove();
    else if (mover) queueMicrotask(() => this.ground.playPremove()); // when all have seen the position
  }

  // Arrows for moves in the position that is shown.
  draw(arrows: readonly Arrow[]): void {
    const shapes = arrows.flatMap((arrow): DrawShape[] => {
      const squares = drawnSquares(arrow.fen ?? this.fen, arrow.uci);
      if (!squares) return [];
      return [{ orig: squares[0], dest: squares[1], brush: arrow.brush, modifiers: { lineWidth: arrow.width ?? 9 } }];
    });
    this.ground.setAutoShapes(shapes);
  }

  private boxOf(square: SquareName): SquareBox {
    const box = (this.element.querySelector('cg-board') ?? this.element).getBoundingClientRect();
    const size = box.width / 8;
    const file = 'abcdefgh'.indexOf(square.charAt(0));
    const rank = Number(square.charAt(1)) - 1;
    const [column, row] = this.orientation === 'white' ? [file, 7 - rank] : [7 - file, rank];
    return { left: box.left + column * size, top: box.top + row * size, size, isAtTop: row < 4 };
  }

  // A move chosen ahead is played at once, so that its pawn becomes a queen.
  private async moved(from: Key, to: Key, isPremove: boolean): Promise<void> {
    let uci: string = from + to;
    const promotes = needsPromotion(this.fen, from as SquareName, to as SquareName);
    if (promotes && isPremove) uci += 'q';
    else if (promotes) {
      const { fen } = this;
      const piece = await askPromotion(turnOf(fen), this.boxOf(to as SquareName));
      if (!piece || fen !== this.fen) return this.onCancel(); // there may be another position by now
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
