import type { CommentShape } from 'chessops/pgn';
import { Analysis } from './analysis';
import { chess960Fen } from './chess/chess960';
import { GameTree, type GameNode } from './chess/game_tree';
import { startFen, turnOf } from './chess/rules';
import { restoreGame } from './chess/saved_game';
import { connect, offers } from './engine/choose';
import { EngineSession } from './engine/session';
import type { Info } from './engine/uci';
import type { PageState } from './memory/page_state';
import { Match, type MatchSettings } from './play/match';
import { loadSettings, saveSettings, type Settings } from './settings';
import { Signal } from './signal';

// A position in a game.
export interface Place {
  tree: GameTree;
  node: GameNode;
}

// The page's state: a game, an engine, and what is being done with them. The views show it and call it.
export class App {
  readonly settings: Settings = loadSettings();
  readonly analysis = new Analysis();
  readonly changed = new Signal(); // the game or the place in it
  readonly noted = new Signal(); // something was written or drawn beside a move
  readonly engineChanged = new Signal<string>(); // a note about it
  readonly problem = new Signal<string>(); // empty: it is over
  readonly notice = new Signal<string>(); // why something is not done
  readonly engineLost = new Signal<string>(); // why
  tree = new GameTree();
  match: Match | undefined;
  session: EngineSession | undefined;
  engines: Awaited<ReturnType<typeof offers>> = [];
  mayEndGame: () => Promise<boolean> = () => Promise.resolve(true); // asked while a game is on

  async findEngines(): Promise<void> {
    this.engines = await offers();
    const wish = this.engines.find((offer) => offer.kind === this.settings.engine) ?? this.engines[0];
    for (const offer of [wish, ...this.engines.filter((other) => other !== wish)])
      if (offer && (await this.useEngine(offer.kind))) return;
    this.engineChanged.emit('No engine: start this page with `stillpoint board`');
  }

  // The user's choice. If the new engine does not start, the old one stays.
  async switchEngine(kind: Settings['engine']): Promise<void> {
    const before = this.session?.port.kind;
    if (await this.useEngine(kind)) {
      this.settings.engine = kind;
      saveSettings(this.settings);
    } else if (before && (await this.useEngine(before))) {
      this.problem.emit('That engine did not start; the old one goes on.');
    }
  }

  private lostEngine: Settings['engine'] | undefined;

  private async useEngine(kind: Settings['engine']): Promise<boolean> {
    this.lostEngine = undefined;
    const wasAnalysing = this.analysis.isOn;
    this.match?.use(undefined);
    this.analysis.use(undefined);
    this.session?.close();
    this.session = undefined;
    this.engineChanged.emit('Starting the engine…');
    try {
      const port = await connect(kind);
      if (!port) return false;
      const session = new EngineSession(port);
      session.onProblem = (message) => this.problem.emit(message);
      session.onRecovered = () => this.problem.emit('');
      session.onEnd = (reason) => this.loseEngine(session, reason);
      await session.start();
      this.session = session;
      this.applyEngineSettings();
      this.analysis.use(session);
      this.match?.use(session);
      this.engineChanged.emit(port.note);
      if (wasAnalysing) this.analysis.start(this.tree, this.settings.lines);
      return true;
    } catch (problem) {
      this.problem.emit(String(problem));
      return false;
    }
  }

  // The page goes on without one until the user wants it back.
  private loseEngine(session: EngineSession, reason: string): void {
    if (session !== this.session) return;
    this.match?.use(undefined);
    this.analysis.stop();
    this.analysis.use(undefined);
    this.session = undefined;
    this.lostEngine = session.port.kind;
    this.engineLost.emit(reason);
  }

  // After another page has taken it.
  async regainEngine(): Promise<boolean> {
    const kind = this.lostEngine ?? this.settings.engine;
    if (await this.useEngine(kind)) return true;
    this.lostEngine = kind;
    this.engineLost.emit('the program has ended');
    return false;
  }

  // Zero threads in the settings: all but one, so that the page stays smooth.
  get threads(): number {
    const most = this.session?.port.maxThreads ?? 1;
    return this.settings.threads > 0 ? Math.min(this.settings.threads, most) : Math.max(1, most - 1);
  }

  applyEngineSettings(): void {
    saveSettings(this.settings);
    this.session?.setOptions({ Threads: this.threads, Hash: this.settings.hash });
    if (this.analysis.isOn) this.analysis.start(this.tree, this.settings.lines);
  }

  async load(tree: GameTree): Promise<void> {
    if (!(await this.leaveMatch())) return;
    this.analysis.leaveGame();
    this.tree = tree;
    this.moved();
  }

  go(node: GameNode | undefined): void {
    if (!node || node === this.tree.current) return;
    this.tree.current = node;
    this.moved();
  }

  goBack(): void {
    this.go(this.tree.current.parent);
  }

  goForward(): void {
    this.go(this.tree.current.children[0]);
  }

  goStart(): void {
    this.go(this.tree.root);
  }

  goEnd(): void {
    let node = this.tree.current;
    while (node.children[0]) node = node.children[0];
    this.go(node);
  }

  // The next or previous alternative to the move just made.
  goSideways(step: 1 | -1): void {
    const siblings = this.tree.current.parent?.children ?? [];
    const at = siblings.indexOf(this.tree.current);
    this.go(siblings[(at + step + siblings.length) % siblings.length]);
  }

  get place(): Place {
    return { tree: this.tree, node: this.tree.current };
  }

  // Whether a game against the engine is going on: nothing else may then change the moves or use the engine.
  get isPlaying(): boolean {
    return this.match !== undefined && !this.match.result;
  }

  // A move by hand, on the board or typed.
  play(uci: string): boolean {
    if (this.isPlaying) return this.match?.personPlays(uci) ?? false;
    if (!this.tree.play(uci)) return false;
    this.moved();
    return true;
  }

  playMoves(moves: readonly string[]): void {
    if (this.isPlaying) return this.notice.emit('Lines can be played on the board when the game is over.');
    for (const move of moves) if (!this.tree.play(move)) break;
    this.moved();
  }

  // The engine's lines for the position on the board; during a game they would be hints.
  get lines(): readonly (Info | undefined)[] {
    return this.isPlaying ? [] : this.analysis.linesFor(this.tree.current.fen);
  }

  // Arrows and circles drawn by hand belong to the position, and to the game.
  draw(shapes: CommentShape[]): void {
    this.tree.current.shapes = shapes;
    this.noted.emit();
  }

  // Makes the line on the board the main one.
  promote(): void {
    if (this.isPlaying) return this.notice.emit('The moves can be arranged when the game is over.');
    this.tree.promote(this.tree.current);
    this.changed.emit();
  }

  // Removes the move on the board from the game, with everything after it.
  remove(): void {
    const node = this.tree.current;
    if (this.isPlaying) return this.notice.emit('Moves can be removed when the game is over; until then, take them back.');
    if (!node.parent) return;
    this.tree.remove(node);
    this.moved();
  }

  mayMove(): 'white' | 'black' | 'both' | undefined {
    if (!this.match || this.match.result) return 'both';
    return this.match.personMayMove && this.match.isShown ? this.match.settings.person : undefined;
  }

  toggleAnalysis(): void {
    if (this.isPlaying) return this.notice.emit('You are playing against the engine: it analyses when the game is over. Finish it, or resign.');
    if (this.analysis.isOn) return this.analysis.stop();
    if (!this.lostEngine) return this.analysis.start(this.tree, this.settings.lines);
    void this.regainEngine().then((isBack) => {
      if (isBack) this.analysis.start(this.tree, this.settings.lines);
    });
  }

  async startMatch(settings: MatchSettings, start: Settings['start']): Promise<boolean> {
    if (!(await this.leaveMatch())) return false;
    if (!this.session) {
      this.problem.emit('There is no engine to play against.');
      return false;
    }
    this.analysis.stop();
    const fen = start === 'here' ? this.tree.current.fen : start === '960' ? chess960Fen(Math.floor(Math.random() * 960)) : startFen;
    this.tree = new GameTree(fen);
    const names = settings.person === 'white' ? ['You', 'Stillpoint'] : ['Stillpoint', 'You'];
    this.tree.headers.set('White', names[0] ?? '');
    this.tree.headers.set('Black', names[1] ?? '');
    this.tree.headers.set('Date', new Date().toISOString().slice(0, 10).replaceAll('-', '.'));
    this.beginMatch(new Match(settings, this.tree, this.session));
    return true;
  }

  private beginMatch(match: Match): void {
    this.match = match;
    let shown = this.tree.current;
    match.changed.on(() => {
      if (shown === this.tree.current) return this.engineTold.emit();
      shown = this.tree.current;
      this.changed.emit();
    });
    match.begin();
    this.changed.emit();
  }

  // As the page was before a reload, or the last one that was open. The engine comes later.
  restore(state: Pick<PageState, 'game' | 'match' | 'lines'>): void {
    const tree = restoreGame(state.game);
    if (!tree) return;
    this.tree = tree;
    this.analysis.restore(state.lines);
    if (!state.match) return this.changed.emit();
    tree.current = tree.mainLine().at(-1) ?? tree.root;
    this.beginMatch(new Match(state.match.settings, tree, undefined, undefined, state.match.left));
  }

  readonly engineTold = new Signal(); // clock, hint, result: the place in the game is the same

  async analyseGame(moveTime: number): Promise<void> {
    if (!(await this.leaveMatch())) return;
    if (!this.session) return this.problem.emit('There is no engine to analyse with.');
    const tree = this.tree;
    await this.analysis.analyseGame(tree, moveTime);
    if (tree === this.tree) this.changed.emit();
  }

  get whiteToMove(): boolean {
    return turnOf(this.tree.current.fen) === 'white';
  }

  private moved(): void {
    if (this.analysis.isOn) this.analysis.start(this.tree, this.settings.lines);
    this.changed.emit();
  }

  private async leaveMatch(): Promise<boolean> {
    if (this.isPlaying && !(await this.mayEndGame())) return false;
    if (!this.match) return true;
    this.match.close();
    this.match = undefined;
    this.changed.emit(); // both sides may be moved again
    return true;
  }
}
