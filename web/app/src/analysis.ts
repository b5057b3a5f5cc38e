import type { GameNode, GameTree } from './chess/game_tree';
import { turnOf } from './chess/rules';
import type { EngineSession, OptionValue } from './engine/session';
import { whiteScore, type Info } from './engine/uci';
import { Signal } from './signal';

// Lines, and the position they belong to.
export interface KeptLines {
  fen: string;
  lines: (Info | undefined)[];
}

// What the engine thinks of the position on the board, kept up to date while analysis is on.
export class Analysis {
  readonly changed = new Signal();
  readonly gameStep = new Signal<{ done: number; all: number }>();
  isOn = false;
  lines: (Info | undefined)[] = [];
  fen = '';
  private session: EngineSession | undefined;
  private gameDone: (() => void) | undefined; // while a whole game is being analysed

  use(session: EngineSession | undefined): void {
    this.leaveGame();
    this.session?.cancel();
    this.session = session;
  }

  // They stay after the analysis, until there is another position.
  linesFor(fen: string): readonly (Info | undefined)[] {
    return fen === this.fen ? this.lines : [];
  }

  // Lines of an earlier analysis.
  restore({ fen, lines }: KeptLines): void {
    this.fen = fen;
    this.lines = lines;
    this.changed.emit();
  }

  start(tree: GameTree, lineCount: number): void {
    this.leaveGame();
    const node = tree.current;
    this.isOn = true;
    this.fen = node.fen;
    this.lines = [];
    this.changed.emit();
    if (!this.session || tree.ending(node)?.reason.match(/checkmate|stalemate/)) {
      this.session?.cancel();
      return;
    }
    this.session.search({
      ...tree.engineLine(node),
      go: 'infinite',
      options: fullStrength(lineCount),
      onInfo: (info) => {
        // A bound is not a result yet; keep the line before it.
        if (info.bound && this.lines[info.multiPv - 1]) return;
        this.lines[info.multiPv - 1] = info;
        if (info.multiPv === 1) remember(node, info);
        this.changed.emit();
      },
    });
  }

  stop(): void {
    this.leaveGame();
    this.isOn = false;
    this.session?.cancel();
    this.changed.emit();
  }

  // Analyses every position of the main line for a while, so that the whole game can be seen at once. Ends early
  // when something else is wanted.
  async analyseGame(tree: GameTree, moveTime: number): Promise<void> {
    if (!this.session) return;
    this.stop();
    let isOver = false;
    const left = new Promise<void>((done) => {
      this.gameDone = () => {
        isOver = true;
        done();
      };
    });
    const line = [tree.root, ...tree.mainLine()];
    for (const [done, node] of line.entries()) {
      this.gameStep.emit({ done, all: line.length });
      const ending = tree.ending(node);
      if (ending?.winner) node.verdict = { score: { kind: 'mate', value: ending.winner === 'white' ? 1 : -1 }, depth: 0 };
      else if (ending) node.verdict = { score: { kind: 'cp', value: 0 }, depth: 0 };
      else await Promise.race([this.glance(tree, node, moveTime), left]);
      if (isOver) return;
    }
    this.leaveGame();
  }

  // Ends the analysis of a whole game; what was analysed so far is kept.
  leaveGame(): void {
    if (!this.gameDone) return;
    this.gameDone();
    this.gameDone = undefined;
    this.session?.cancel();
    this.gameStep.emit({ done: 1, all: 1 });
  }

  private glance(tree: GameTree, node: GameNode, moveTime: number): Promise<void> {
    return new Promise((done) => {
      this.session?.search({
        ...tree.engineLine(node),
        go: `movetime ${moveTime}`,
        options: fullStrength(1),
        onInfo: (info) => {
          if (!info.bound) remember(node, info);
        },
        onDone: () => done(),
      });
    });
  }
}

export function fullStrength(lineCount: number): Record<string, OptionValue> {
  return { MultiPV: lineCount, UCI_LimitStrength: false, 'Skill Level': 20, UCI_ShowWDL: true, UCI_Chess960: true };
}

function remember(node: GameNode, info: Info): void {
  if (node.verdict && !node.verdict.isRead && node.verdict.depth > info.depth) return;
  const white = turnOf(node.fen) === 'white';
  const wdl = info.wdl && (white ? info.wdl : { win: info.wdl.loss, draw: info.wdl.draw, loss: info.wdl.win });
  node.verdict = { score: whiteScore(info.score, white), wdl, depth: info.depth, best: info.pv[0] };
}
