import type { GameNode, GameTree } from './chess/game_tree';
import { manCount, passed, turnOf } from './chess/rules';
import { readFacts, type Facts } from './engine/answers';
import type { EngineSession, OptionValue } from './engine/session';
import { positionLine, whiteScore, type Info } from './engine/uci';
import { Signal } from './signal';

// Lines, and the position they belong to.
export interface KeptLines {
  fen: string;
  lines: (Info | undefined)[];
}

// What the opponent would play if the side to move passed.
export interface Threat {
  fen: string; // after passing
  uci: string;
}

const threatTime = 250; // ms
const mostMenInTables = 7;

// What the engine thinks of the position on the board, kept up to date while analysis is on. Some of it is there without:
// what each piece is worth, what the tablebases say, what the opponent threatens.
export class Analysis {
  // News come faster than anybody reads. Whether it is on, and whose lines are shown, must be seen at once.
  readonly changed = new Signal<'news' | 'state'>();
  readonly gameStep = new Signal<{ done: number; all: number }>();
  isOn = false;
  lines: (Info | undefined)[] = [];
  fen = '';
  wantsWorth = false; // of each piece
  wantsThreat = false;
  limit = 0; // Elo to think like; 0: as well as it can
  private known: { fen: string; facts: Facts; threat?: Threat } = { fen: '', facts: {} };
  private isGlancing = false; // at a threat, while the analysis is off
  private session: EngineSession | undefined;
  private gameDone: (() => void) | undefined; // while a whole game is being analysed

  use(session: EngineSession | undefined): void {
    this.leaveGame();
    this.session?.cancel();
    this.session = session;
    this.isGlancing = false;
    this.forget();
  }

  // They stay after the analysis, until there is another position.
  linesFor(fen: string): readonly (Info | undefined)[] {
    return fen === this.fen ? this.lines : [];
  }

  factsFor(fen: string): Facts {
    return fen === this.known.fen ? this.known.facts : {};
  }

  threatFor(fen: string): Threat | undefined {
    return fen === this.known.fen && this.wantsThreat ? this.known.threat : undefined;
  }

  // Lines of an earlier analysis.
  restore({ fen, lines }: KeptLines): void {
    this.fen = fen;
    this.lines = lines;
    this.changed.emit('state');
  }

  start(tree: GameTree, lineCount: number): void {
    this.leaveGame();
    const node = tree.current;
    this.isOn = true;
    this.isGlancing = false;
    this.fen = node.fen;
    this.lines = [];
    this.changed.emit('state');
    if (!this.session || hasNoMoves(tree, node)) {
      this.session?.cancel();
      return;
    }
    this.findThreat(node, () => this.searchLines(tree, node, lineCount));
  }

  // Looks at the position on the board without analysing it, where the engine has nothing else to do.
  async look(tree: GameTree): Promise<void> {
    const { session } = this;
    const node = tree.current;
    if (!session || this.isOn || this.isBusyWithGame) return;
    if (this.isGlancing) session.cancel();
    this.isGlancing = false;
    if (session.isSearching) return;
    const questions = this.questionsAbout(node);
    if (questions.length > 0) {
      const asked = [positionLine(tree.engineLine(node)), ...questions];
      const answers = await session.collect(asked, { givesWay: true }).catch(() => []);
      if (tree.current !== node || session !== this.session) return;
      this.learn(node, answers);
    }
    if (this.isOn || session.isSearching || hasNoMoves(tree, node)) return;
    this.isGlancing = true;
    this.findThreat(node, () => (this.isGlancing = false));
  }

  // First what would be threatened if the side to move passed, if that is wanted and possible.
  private findThreat(node: GameNode, andThen: () => void): void {
    const fen = this.wantsThreat && !this.knownAbout(node).threat ? passed(node.fen) : undefined;
    if (!fen) return andThen();
    this.session?.search({
      fen,
      moves: [],
      go: `movetime ${threatTime}`,
      options: fullStrength(1),
      onDone: ({ move }) => {
        if (move && this.known.fen === node.fen) this.known.threat = { fen, uci: move };
        andThen();
        this.changed.emit('news');
      },
    });
  }

  private searchLines(tree: GameTree, node: GameNode, lineCount: number): void {
    this.session?.search({
      ...tree.engineLine(node),
      go: 'infinite',
      options: { ...fullStrength(lineCount), ...(this.limit > 0 && { UCI_LimitStrength: true, UCI_Elo: this.limit }) },
      questions: this.questionsAbout(node),
      onAnswers: (lines) => this.learn(node, lines),
      onInfo: (info) => {
        // A bound is not a result yet; keep the line before it.
        if (info.bound && this.lines[info.multiPv - 1]) return;
        this.lines[info.multiPv - 1] = info;
        if (info.multiPv === 1) remember(node, info);
        this.changed.emit('news');
      },
    });
  }

  stop(): void {
    this.leaveGame();
    this.isOn = this.isGlancing = false;
    this.session?.cancel();
    this.changed.emit('state');
  }

  // Analyses every position of the main line for a while, so that the whole game can be seen at once.
  async analyseGame(tree: GameTree, moveTime: number): Promise<void> {
    const line = [tree.root, ...tree.mainLine()];
    await this.wholeGame(line.length, async (done) => {
      const node = line[done] ?? tree.root;
      if (!rememberEnding(tree, node)) await this.glance(tree, node, moveTime);
    });
  }

  // Goes through a game step by step, after what is to be done first. Ends early, with false, when something else is wanted.
  async wholeGame(all: number, step: (done: number) => Promise<void>, begin = (): Promise<void> => Promise.resolve()): Promise<boolean> {
    if (!this.session) return false;
    this.stop();
    let isOver = false;
    const left = new Promise<void>((done) => {
      this.gameDone = () => {
        isOver = true;
        done();
      };
    });
    try {
      for (let done = 0; done < all; ++done) {
        this.gameStep.emit({ done, all });
        if (done === 0) await Promise.race([begin(), left]);
        if (isOver) return false;
        await Promise.race([step(done), left]);
        if (isOver) return false;
      }
      return true;
    } finally {
      if (!isOver) this.leaveGame();
    }
  }

  get isBusyWithGame(): boolean {
    return this.gameDone !== undefined;
  }

  // Ends the analysis of a whole game; what was analysed so far is kept.
  leaveGame(): void {
    if (!this.gameDone) return;
    this.gameDone();
    this.gameDone = undefined;
    this.session?.cancel();
    this.gameStep.emit({ done: 1, all: 1 });
  }

  private questionsAbout(node: GameNode): string[] {
    const { facts } = this.knownAbout(node);
    const questions: string[] = [];
    if (this.wantsWorth && !facts.eval) questions.push('eval json');
    if (!facts.tables && manCount(node.fen) <= mostMenInTables && this.session?.has('SyzygyPath')) questions.push('probe json');
    return questions;
  }

  private learn(node: GameNode, lines: readonly string[]): void {
    const known = this.knownAbout(node);
    known.facts = { ...known.facts, ...readFacts(lines, turnOf(node.fen) === 'white') };
    this.changed.emit('news');
  }

  private knownAbout({ fen }: GameNode): typeof this.known {
    if (this.known.fen !== fen) this.known = { fen, facts: {} };
    return this.known;
  }

  // What was learnt no longer holds: the engine or its tables have changed.
  forget(): void {
    this.known = { fen: '', facts: {} };
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

function hasNoMoves(tree: GameTree, node: GameNode): boolean {
  return ['checkmate', 'stalemate'].includes(tree.ending(node)?.reason ?? '');
}

// The verdict on a game that is over needs no search; whether it is.
export function rememberEnding(tree: GameTree, node: GameNode): boolean {
  const ending = tree.ending(node);
  if (ending?.winner) node.verdict = { score: { kind: 'mate', value: ending.winner === 'white' ? 1 : -1 }, depth: 0 };
  else if (ending) node.verdict = { score: { kind: 'cp', value: 0 }, depth: 0 };
  return ending !== undefined;
}

// What a search found, beside the move it belongs to.
export function remember(node: GameNode, info: Pick<Info, 'score' | 'wdl' | 'depth' | 'pv'>): void {
  if (node.verdict && !node.verdict.isRead && node.verdict.depth > info.depth) return;
  const white = turnOf(node.fen) === 'white';
  const wdl = info.wdl && (white ? info.wdl : { win: info.wdl.loss, draw: info.wdl.draw, loss: info.wdl.win });
  node.verdict = { score: whiteScore(info.score, white), wdl, depth: info.depth, best: info.pv[0] };
}
