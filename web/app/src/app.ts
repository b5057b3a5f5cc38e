import type { CommentShape } from 'chessops/pgn';
import { Analysis } from './analysis';
import { chess960Fen } from './chess/chess960';
import { glyphGroups, withGlyph } from './chess/glyphs';
import { GameTree, type GameNode } from './chess/game_tree';
import { startFen, turnOf } from './chess/rules';
import { restoreGame } from './chess/saved_game';
import { connect, likelyKind, type Offer } from './engine/choose';
import { EngineSession } from './engine/session';
import type { Info } from './engine/uci';
import type { PageState } from './memory/page_state';
import { Match, type MatchSettings } from './play/match';
import { loadSettings, saveSettings, type Settings } from './settings';
import { Signal } from './signal';
import { texts } from './texts';

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
  engines: Offer[] = [];
  mayEndGame: () => Promise<boolean> = () => Promise.resolve(true); // asked while a game is on
  hidesLines: () => boolean = () => false; // asked whether they would give something away
  private restoreRemoved: (() => void) | undefined;

  constructor() {
    this.applyWishes();
    this.changed.on(() => this.look());
  }

  private coming: { kind: Settings['engine']; port: ReturnType<typeof connect> } | undefined;
  private lastUse: Promise<unknown> = Promise.resolve(); // one engine is exchanged for another at a time
  private arriving = 1; // engines; the first from the beginning
  private firstIsHere: () => void = () => {};
  private readonly first = new Promise<void>((done) => (this.firstIsHere = done));

  // Gets the engine that was used last on its way, while the page looks for what else it needs.
  callEngine(): void {
    const kind = likelyKind(this.settings.engine);
    const port = connect(kind);
    port.catch(() => undefined); // who uses it hears of it
    this.coming = { kind, port };
  }

  private takeComing(kind: Settings['engine']): ReturnType<typeof connect> | undefined {
    const { coming } = this;
    this.coming = undefined;
    if (coming?.kind === kind) return coming.port;
    void coming?.port.then((port) => port?.close(), () => undefined);
    return undefined;
  }

  // Uses the engine that was used last, or one that starts.
  async chooseEngine(engines: Offer[]): Promise<void> {
    this.engines = engines;
    await this.tryEngines();
    --this.arriving;
    this.firstIsHere();
    if (!this.session) this.analysis.stop(); // it may have been asked for while the engine was awaited
  }

  private async tryEngines(): Promise<void> {
    const wish = this.engines.find((offer) => offer.kind === this.settings.engine) ?? this.engines[0];
    for (const offer of [wish, ...this.engines.filter((other) => other !== wish)])
      if (offer && ((await this.useEngine(offer.kind)) || this.lostEngine)) return;
    this.engineChanged.emit(texts.engine.none);
  }

  // Once no engine is on its way any more, whether there is one.
  private async engineIsHere(): Promise<boolean> {
    await this.first;
    await this.lastUse;
    return this.session !== undefined;
  }

  // The user's choice. If the new engine does not start, the old one stays.
  async switchEngine(kind: Settings['engine']): Promise<void> {
    const before = this.session?.port.kind;
    if (await this.useEngine(kind)) {
      this.settings.engine = kind;
      saveSettings(this.settings);
    } else if (before && (await this.useEngine(before))) {
      this.problem.emit(texts.engine.didNotStart);
    }
  }

  private lostEngine: Settings['engine'] | undefined;

  private useEngine(kind: Settings['engine']): Promise<boolean> {
    ++this.arriving;
    const use = this.lastUse.then(() => this.exchange(kind)).finally(() => --this.arriving);
    this.lastUse = use;
    return use;
  }

  // What is wanted of the engine meanwhile begins when it is there.
  private async exchange(kind: Settings['engine']): Promise<boolean> {
    this.lostEngine = undefined;
    const coming = this.takeComing(kind);
    this.match?.use(undefined);
    this.analysis.use(undefined);
    this.session?.close();
    this.session = undefined;
    this.engineChanged.emit(texts.engine.starting);
    let session: EngineSession | undefined;
    try {
      const port = await (coming ?? connect(kind));
      if (!port) return false;
      session = new EngineSession(port);
      session.onProblem = (message) => this.problem.emit(message);
      session.onRecovered = () => this.problem.emit('');
      await session.start();
      if (session.gone !== undefined) throw new Error(session.gone);
    } catch (problem) {
      const taken = session?.gone;
      session?.close();
      if (taken !== undefined) this.miss(kind, taken);
      else this.problem.emit(String(problem));
      return false;
    }
    const ready = session;
    ready.onEnd = (reason) => this.loseEngine(ready, reason);
    this.session = ready;
    this.applyEngineSettings();
    this.analysis.use(ready);
    this.match?.use(ready);
    this.engineChanged.emit(ready.port.note);
    if (this.analysis.isOn) this.analysis.start(this.tree, this.settings.lines);
    else this.look();
    return true;
  }

  // The page goes on without one until the user wants it back.
  private loseEngine(session: EngineSession, reason: string): void {
    if (session !== this.session) return;
    this.match?.use(undefined);
    this.analysis.stop();
    this.analysis.use(undefined);
    this.session = undefined;
    this.miss(session.port.kind, reason);
  }

  private miss(kind: Settings['engine'], reason: string): void {
    this.lostEngine = kind;
    this.engineLost.emit(reason);
  }

  private regaining: Promise<boolean> | undefined;

  // After another page has taken it.
  regainEngine(): Promise<boolean> {
    this.regaining ??= this.regain().finally(() => (this.regaining = undefined));
    return this.regaining;
  }

  private async regain(): Promise<boolean> {
    const kind = this.lostEngine ?? this.settings.engine;
    if (await this.useEngine(kind)) return true;
    this.analysis.stop();
    if (!this.lostEngine) this.miss(kind, texts.engine.hasEnded);
    return false;
  }

  // Zero threads in the settings: all but one, so that the page stays smooth.
  get threads(): number {
    const most = this.session?.port.maxThreads ?? 1;
    return this.settings.threads > 0 ? Math.min(this.settings.threads, most) : Math.max(1, most - 1);
  }

  applyEngineSettings(): void {
    saveSettings(this.settings);
    this.session?.setOptions({ Threads: this.threads, Hash: this.settings.hash, ...this.tables() });
    this.analysis.forget();
    this.applyWishes();
  }

  // Only the engine on this machine can read folders.
  private tables(): Record<string, string> {
    return this.session?.port.kind === 'native' ? { SyzygyPath: this.settings.syzygyPath } : {};
  }

  // What is to be shown beside the lines.
  applyWishes(): void {
    saveSettings(this.settings);
    this.analysis.wantsThreat = this.settings.threat;
    this.analysis.wantsWorth = this.settings.worth;
    this.analysis.limit = this.settings.isLimited ? this.settings.limitElo : 0;
    if (this.analysis.isOn) this.analysis.start(this.tree, this.settings.lines);
    else this.look();
  }

  // What can be known without an analysis; during a game it would be a hint.
  private look(): void {
    if (!this.isPlaying) void this.analysis.look(this.tree);
  }

  async load(tree: GameTree): Promise<void> {
    if (!(await this.leaveMatch())) return;
    this.analysis.leaveGame();
    this.restoreRemoved = undefined;
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

  // Whether there is a move to go to.
  goForward(): boolean {
    const next = this.tree.current.children[0];
    this.go(next);
    return next !== undefined;
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
    if (this.isPlaying) return this.notice.emit(texts.notNow.lines);
    for (const move of moves) if (!this.tree.play(move)) break;
    this.moved();
  }

  // The engine's lines for the position on the board; during a game they would be hints.
  get lines(): readonly (Info | undefined)[] {
    return this.isPlaying || this.hidesLines() ? [] : this.analysis.linesFor(this.tree.current.fen);
  }

  // Arrows and circles drawn by hand belong to the position, and to the game.
  draw(shapes: CommentShape[]): void {
    this.tree.current.shapes = shapes;
    this.noted.emit();
  }

  // Makes the line through a move the main one.
  promote(node: GameNode = this.tree.current): void {
    this.arrange(() => this.tree.promote(node));
  }

  // Makes a variation the main one where it begins.
  raise(node: GameNode): void {
    this.arrange(() => this.tree.raise(node));
  }

  private arrange(change: () => void): void {
    if (this.isPlaying) return this.notice.emit(texts.notNow.arrange);
    change();
    this.changed.emit();
  }

  // Removes a move from the game, with everything after it.
  remove(node: GameNode = this.tree.current): void {
    if (this.isPlaying) return this.notice.emit(texts.notNow.remove);
    if (!node.parent) return;
    const { tree } = this;
    const restore = tree.remove(node);
    this.restoreRemoved = () => tree === this.tree && restore();
    this.moved();
    this.notice.emit(texts.variation.removed(node.count()));
  }

  get mayUndo(): boolean {
    return this.restoreRemoved !== undefined && !this.isPlaying;
  }

  undo(): void {
    if (!this.mayUndo) return;
    this.restoreRemoved?.();
    this.restoreRemoved = undefined;
    this.moved();
  }

  // Words and signs belong to the move on the board.
  comment(text: string): void {
    this.tree.current.comment = text;
    this.noted.emit();
  }

  // Zero takes the sign of the move away.
  glyph(nag: number): void {
    const node = this.tree.current;
    if (!node.parent) return;
    node.nags = nag === 0 ? node.nags.filter((other) => !(other in glyphGroups.move)) : withGlyph(node.nags, nag);
    this.noted.emit();
  }

  mayMove(): 'white' | 'black' | 'both' | undefined {
    if (!this.match || this.match.result) return 'both';
    return this.match.personMayMove && this.match.isShown ? this.match.settings.person : undefined;
  }

  // Who may choose a move before it is their turn.
  mayPremove(): 'white' | 'black' | undefined {
    const isPossible = this.settings.premoves && this.isPlaying && this.match?.isShown && !this.match.personMayMove;
    return isPossible ? this.match?.settings.person : undefined;
  }

  toggleAnalysis(): void {
    if (this.isPlaying) return this.notice.emit(texts.notNow.analyse);
    if (this.analysis.isOn) {
      this.analysis.stop();
      return this.look(); // what is shown without an analysis may not have been found yet
    }
    if (this.lostEngine) void this.regainEngine();
    else if (!this.session && this.arriving === 0) return this.problem.emit(texts.engine.noneToAnalyse);
    this.analysis.start(this.tree, this.settings.lines);
  }

  async startMatch(settings: MatchSettings, start: Settings['start']): Promise<boolean> {
    if (!(await this.leaveMatch())) return false;
    if (!(await this.engineIsHere()) && !(this.lostEngine && (await this.regainEngine()))) {
      this.problem.emit(texts.engine.noneToPlay);
      return false;
    }
    if (this.isPlaying) return false; // asked for twice while the engine was awaited
    this.analysis.stop();
    this.restoreRemoved = undefined;
    const fen = start === 'here' ? this.tree.current.fen : start === '960' ? chess960Fen(Math.floor(Math.random() * 960)) : startFen;
    this.tree = new GameTree(fen);
    const names = settings.person === 'white' ? [texts.play.you, 'Stillpoint'] : ['Stillpoint', texts.play.you];
    this.tree.headers.set('White', names[0] ?? '');
    this.tree.headers.set('Black', names[1] ?? '');
    if (settings.minutes > 0) this.tree.headers.set('TimeControl', `${settings.minutes * 60}+${settings.increment}`);
    this.tree.headers.set('Date', new Date().toISOString().slice(0, 10).replaceAll('-', '.'));
    this.beginMatch(new Match(settings, this.tree, this.session));
    return true;
  }

  private beginMatch(match: Match): void {
    this.match = match;
    let shown = this.tree.current;
    let result = match.result;
    match.changed.on(() => {
      if (shown === this.tree.current && result === match.result) return this.engineTold.emit();
      shown = this.tree.current;
      result = match.result;
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

  readonly engineTold = new Signal(); // clock, hint: the place in the game is the same

  // Before the whole game is looked at: whether the engine is free for it, fetched back from another page if need be.
  async prepareWholeGame(): Promise<boolean> {
    if (!(await this.leaveMatch())) return false;
    await this.engineIsHere();
    return !this.lostEngine || this.regainEngine();
  }

  async analyseGame(moveTime: number): Promise<void> {
    if (!(await this.leaveMatch())) return;
    if (!this.session) return this.problem.emit(texts.engine.noneToAnalyse);
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
