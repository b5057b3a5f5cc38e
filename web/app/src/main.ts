import { App } from './app';
import { BoardView, type Arrow } from './view/board_view';
import { parseSan } from 'chessops/san';
import { makeUci } from 'chessops/util';
import { positionOf, readMove, turnOf } from './chess/rules';
import { AnalysisPanel } from './view/analysis_panel';
import { AnnotatePanel } from './view/annotate_panel';
import { lineArrows, threatArrow } from './view/arrows';
import { Autoplay } from './view/autoplay';
import { showCaptured } from './view/captured_view';
import { OpeningLine } from './view/opening_line';
import { checkBox, numberField, SettingsDrawer } from './view/settings_drawer';
import { playSound, soundOf } from './view/sound';
import { TablebasePanel } from './view/tablebase_panel';
import { WorthView } from './view/worth_view';
import { byId, el } from './view/dom';
import { Editor } from './view/editor';
import { EvalBar } from './view/eval_bar';
import { GameGraph } from './view/game_graph';
import { GamePanel } from './view/game_panel';
import { GameTree, type GameNode } from './chess/game_tree';
import { SearchPanel } from './lab/search_panel';
import { listenToKeys } from './view/keyboard';
import { ask } from './view/question';
import { LinesView } from './view/lines_view';
import { MoveList } from './view/move_list';
import { PlayPanel } from './view/play_panel';
import { positionText } from './view/position_text';
import { PreviewBoard } from './view/preview_board';
import { TablesOffer } from './view/tables_offer';
import { Tabs } from './view/tabs';
import { applyTheme, nextTheme } from './view/theme';
import { takeWishes, type Wishes } from './address';
import { saveGame } from './chess/saved_game';
import { offers } from './engine/choose';
import { keepToken } from './engine/native_port';
import type { PageState } from './memory/page_state';
import { TabMemory } from './memory/tab_memory';
import { saveSettings } from './settings';
import { makeOffline } from './offline';
import { Explanations } from './explain/explanations';
import { FiguresView, introOf } from './explain/figures_view';
import { explainWords } from './explain/terms';
import { moveExtras } from './review/marks';
import { ReviewPanel } from './review/review_panel';
import { fillIn, texts } from './texts';

fillIn(document);
const app = new App();
const board = new BoardView(byId('board'));
const evalBar = new EvalBar(byId('eval-bar'));
const preview = new PreviewBoard();
const lines = new LinesView(byId('lines'), preview);
const moves = new MoveList(byId('moves'));
const graph = new GameGraph(byId('graph'));
const panel = new AnalysisPanel(app.analysis);
const gamePanel = new GamePanel(() => app.tree);
const playPanel = new PlayPanel(app.settings);
const editor = new Editor();
const tabs = new Tabs();
const searchPanel = new SearchPanel(app);
const tablesOffer = new TablesOffer(app.settings);
const openingLine = new OpeningLine();
const annotatePanel = new AnnotatePanel();
const tablebasePanel = new TablebasePanel();
const worthView = new WorthView();
const settingsDrawer = new SettingsDrawer(app);
let isAutoStep = false;
const autoplay = new Autoplay(
  byId('autoplay'),
  () => {
    isAutoStep = true;
    const hasNext = app.goForward();
    isAutoStep = false;
    return hasNext;
  },
  () => app.settings.autoplayTime,
);
const reviewPanel = new ReviewPanel(app, { preview, orientation: () => board.orientation });
const explanations = new Explanations(app);

// ---- showing ----------------------------------------------------------------------------------------

function showPosition(): void {
  const node = app.tree.current;
  board.show(node.fen, node.uci || undefined, { mover: app.mayMove(), premover: app.mayPremove() }, node.shapes);
  byId('position-text').textContent = positionText(node.fen);
  const ending = app.tree.ending(node);
  byId('news').textContent = `${node.san ? `${app.tree.moveNumber(node)} ${node.san}. ` : ''}${ending ? texts.position.isOver(texts.endings[ending.reason]) : ''}`;
  if (ending) evalBar.showEnding(ending.winner);
  else if (node.verdict) evalBar.showVerdict(node.verdict);
  else evalBar.clear();
  byId('notice').textContent = '';
  showMoveProblem('');
  hear(node, ending !== undefined);
  showNotes();
  openingLine.show(app.tree);
  byId<HTMLButtonElement>('undo').disabled = !app.mayUndo;
  byId<HTMLButtonElement>('remove').disabled = !node.parent;
  byId<HTMLButtonElement>('promote').disabled = app.tree.isMain(node);
  graph.show(app.tree);
  gamePanel.show();
  searchPanel.showPosition();
  reviewPanel.show();
  showMatch();
  showAnalysis();
}

// The moves with what is written beside them.
function showNotes(): void {
  moves.show(app.tree);
  annotatePanel.show(app.tree.current);
}

let heard = app.tree.current;

// A move that was just made, by whomever; not a jump to another place in the game.
function hear(node: GameNode, isOver: boolean): void {
  if (app.settings.sound && node.parent && node.parent === heard) playSound(soundOf(node.san, isOver));
  heard = node;
}

function showMatch(): void {
  playPanel.show(app.match, app.tree.clocks(), board.orientation);
  showCaptured(app.tree.current, board.orientation);
  if (!app.analysis.isOn) drawArrows();
}

function showAnalysis(): void {
  const found = app.lines;
  const best = found[0];
  panel.show(best);
  if (found.length > 0) lines.show(app.tree.current.fen, found);
  else lines.clear();
  if (best) evalBar.showInfo(best, app.whiteToMove);
  const { fen } = app.tree.current;
  const facts = app.isPlaying ? {} : app.analysis.factsFor(fen);
  worthView.show(app.settings.worth ? facts.eval : undefined, board.orientation);
  tablebasePanel.show(fen, turnOf(fen), app.hidesLines() ? undefined : facts.tables);
  drawArrows();
}

function drawArrows(): void {
  const arrows: Arrow[] = [];
  if (app.match?.hint && app.mayMove()) arrows.push({ uci: app.match.hint, brush: 'green' });
  if (app.settings.arrows) arrows.push(...lineArrows(app.lines));
  const threat = app.isPlaying ? undefined : app.analysis.threatFor(app.tree.current.fen);
  if (threat) arrows.push(threatArrow(threat));
  board.draw(arrows);
  for (const name of ['threat', 'worth'] as const) byId(name).setAttribute('aria-pressed', String(app.settings[name]));
  byId('limit-note').hidden = !app.settings.isLimited;
  byId('limit-note').textContent = texts.facts.limited(app.settings.limitElo);
  byId('board').dataset['threat'] = threat?.uci ?? '';
  byId('board').dataset['hint'] = app.match?.hint ?? '';
}

let isDrawing = false;
app.analysis.changed.on((kind) => {
  if (kind === 'state') return showAnalysis();
  if (isDrawing) return;
  isDrawing = true;
  setTimeout(() => {
    isDrawing = false;
    showAnalysis();
  }, 80);
});

app.changed.on(showPosition);
app.noted.on(showNotes);
app.engineTold.on(showMatch);
function showProblem(message: string, mayRegain = false): void {
  byId('problem').textContent = message;
  byId('regain').hidden = !mayRegain;
}
app.problem.on((message) => showProblem(message));
app.notice.on((message) => {
  byId('notice').textContent = message;
});
app.engineLost.on((reason) => {
  delete document.body.dataset['engine'];
  showProblem(texts.engine.isGone(reason), true);
});
app.engineChanged.on((note) => {
  byId('engine-note').textContent = note;
  showProblem('');
  const choice = byId<HTMLSelectElement>('engine-choice');
  choice.replaceChildren(
    ...app.engines.map((offer) => el('option', { value: offer.kind, selected: offer.kind === app.session?.port.kind }, offer.label)),
  );
  choice.disabled = app.engines.length < 2;
  settingsDrawer.showEngine();
  searchPanel.showEngine();
  tablesOffer.use(app.session?.port);
  document.body.dataset['engine'] = app.session?.port.kind ?? '';
});

// ---- doing ------------------------------------------------------------------------------------------

function click(id: string, action: () => void): void {
  byId(id).addEventListener('click', action);
}

function flip(): void {
  board.orientation = board.orientation === 'white' ? 'black' : 'white';
  turned();
}

// On a phone what one clicks stands below the board.
function bringBoard(): void {
  document.querySelector('.board-column')?.scrollIntoView({ block: 'nearest' });
}

function turned(): void {
  evalBar.setOrientation(board.orientation);
  lines.orientation = board.orientation;
  showAnalysis(); // the numbers on the pieces turn with them
  memory.changed(soon);
  showMatch();
}

board.onMove = (uci) => {
  if (reviewPanel.takesMove(uci) || !app.play(uci)) showPosition();
};
board.onCancel = showPosition;
board.onDraw = (shapes) => app.draw(shapes);
lines.onPlay = (played) => app.playMoves(played);
moves.onGo = (node) => app.go(node);
moves.onRaise = (node) => app.raise(node);
moves.onRemove = (node) => app.remove(node);
graph.onGo = (node) => app.go(node);
annotatePanel.onGlyph = (nag) => app.glyph(nag);
annotatePanel.onComment = (text) => app.comment(text);
tablebasePanel.onPlay = (uci) => app.playMoves([uci]);
settingsDrawer.onBoard = showPosition;
gamePanel.onLoad = (tree) => void app.load(tree);
editor.onDone = (fen) => void app.load(new GameTree(fen));
playPanel.onNewGame = (settings, start) => {
  void app.startMatch(settings, start).then((isOn) => {
    if (!isOn) return;
    board.orientation = settings.person;
    turned();
    bringBoard();
  });
};
app.mayEndGame = () => ask('leave');
moves.extras = moveExtras;
lines.noteOn = (info, first) => explanations.noteOn(info, first);
explanations.changed.on(() => lines.showNotes());
reviewPanel.onStart = () => tabs.choose('review');
reviewPanel.onLesson = showPosition;
reviewPanel.onQuestion = bringBoard;
app.hidesLines = () => reviewPanel.hidesLines;
byId('tree-tools').prepend(introOf('tree'));
byId('horizon-view').prepend(introOf('horizon'));
byId('search-stats-view').prepend(introOf('stats'));
new FiguresView();
explainWords();

click('go-start', () => app.goStart());
click('go-back', () => app.goBack());
click('go-forward', () => app.goForward());
click('go-end', () => app.goEnd());
click('flip', flip);
// Whoever goes elsewhere wants to look around there.
app.changed.on(() => {
  if (!isAutoStep) autoplay.stop();
});
click('regain', () => void app.regainEngine());
click('analyse', () => app.toggleAnalysis());
click('take-back', () => app.match?.takeBack());
click('hint', () => app.match?.askHint());
click('resign', () => {
  const match = app.match;
  void ask('resigning').then((isMeant) => isMeant && match === app.match && match?.resign());
});
click('edit', () => editor.open(app.tree.current.fen, board.orientation));
click('promote', () => app.promote());
click('remove', () => app.remove());
click('undo', () => app.undo());
click('threat', () => toggle('threat'));
click('worth', () => toggle('worth'));
click('autoplay', () => autoplay.toggle());
click('settings-button', () => settingsDrawer.open());
click('analyse-game', () => void reviewPanel.start());
app.analysis.gameStep.on(({ done, all }) => {
  const progress = byId<HTMLProgressElement>('game-progress');
  progress.hidden = done === all;
  progress.max = all;
  progress.value = done;
  graph.show(app.tree);
});
click('help-button', () => byId<HTMLDialogElement>('help').showModal());

byId('move-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const input = byId<HTMLInputElement>('move-input');
  const position = positionOf(app.tree.current.fen);
  const text = input.value.trim();
  const move = parseSan(position, text) ?? readMove(position, text);
  if (move && (reviewPanel.takesMove(makeUci(move)) || app.play(makeUci(move)))) input.value = '';
  else if (text !== '') showMoveProblem(move ? texts.notNow.notYourTurn(text) : texts.notNow.notPossible(text));
});
byId('move-input').addEventListener('input', () => showMoveProblem(''));

function showMoveProblem(message: string): void {
  byId('move-problem').textContent = message;
  byId('move-input').setAttribute('aria-invalid', String(message !== ''));
}

// ---- choosing ---------------------------------------------------------------------------------------

const saveChoice = (): void => saveSettings(app.settings);
numberField('game-time', app.settings.gameTime, [20, () => 60_000], (value) => (app.settings.gameTime = value), saveChoice);
numberField('tree-depth', app.settings.treeDepth, [1, () => 40], (value) => (app.settings.treeDepth = value), saveChoice);
checkBox('arrows', app.settings.arrows, (isOn) => (app.settings.arrows = isOn), () => {
  saveChoice();
  drawArrows();
});

// What is shown on the board beside the pieces.
function toggle(name: 'threat' | 'worth'): void {
  if (app.isPlaying) return app.notice.emit(texts.notNow.help);
  app.settings[name] = !app.settings[name];
  app.applyWishes();
  showAnalysis();
}

byId<HTMLSelectElement>('engine-choice').addEventListener('change', (event) => {
  void app.switchEngine((event.target as HTMLSelectElement).value as 'native' | 'browser');
});

const themeButton = byId('theme');
function showTheme(): void {
  applyTheme(app.settings.theme);
  themeButton.textContent = { system: '◐', light: '☀', dark: '☾' }[app.settings.theme];
  themeButton.setAttribute('aria-label', texts.colours[app.settings.theme]);
}
themeButton.addEventListener('click', () => {
  app.settings.theme = nextTheme(app.settings.theme);
  saveSettings(app.settings);
  showTheme();
});
showTheme();

const keys = texts.keys;
listenToKeys([
  { shown: '← →', does: keys.backForward, keys: { ArrowLeft: () => app.goBack(), ArrowRight: () => app.goForward() } },
  { shown: `${keys.home} ${keys.end}`, does: keys.startEnd, keys: { Home: () => app.goStart(), End: () => app.goEnd() } },
  { shown: '↑ ↓', does: keys.variation, keys: { ArrowUp: () => app.goSideways(-1), ArrowDown: () => app.goSideways(1) } },
  { shown: keys.space, does: keys.analysis, keys: { ' ': () => app.toggleAnalysis() } },
  { shown: 'x', does: keys.threat, keys: { x: () => toggle('threat') } },
  { shown: 'v', does: keys.worth, keys: { v: () => toggle('worth') } },
  { shown: 'w', does: keys.arrows, keys: { w: () => byId('arrows').click() } },
  { shown: 'a', does: keys.autoplay, keys: { a: () => autoplay.toggle() } },
  { shown: 'c', does: keys.comment, keys: { c: () => annotatePanel.open() } },
  { shown: '1 … 6', does: keys.glyphs, keys: Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((nag) => [String(nag), () => app.glyph(nag)])) },
  { shown: 'p', does: keys.promote, keys: { p: () => app.promote() } },
  { shown: keys.delete, does: keys.remove, keys: { Delete: () => app.remove() } },
  { shown: 'u', does: keys.undo, keys: { u: () => app.undo() } },
  { shown: 'm', does: keys.typeMove, keys: { m: () => byId('move-input').focus() } },
  { shown: 'f', does: keys.flip, keys: { f: flip } },
  { shown: 'h', does: keys.hint, keys: { h: () => app.match?.askHint() } },
  { shown: 't', does: keys.tabs, keys: { t: () => tabs.next() } },
  { shown: ',', does: keys.settings, keys: { ',': () => settingsDrawer.open() } },
  { shown: '?', does: keys.help, keys: { '?': () => byId<HTMLDialogElement>('help').showModal() } },
]);

// ---- lasting ----------------------------------------------------------------------------------------

const memory = new TabMemory<PageState>(() => ({
  game: saveGame(app.tree),
  match: app.match?.saved(),
  lines: { fen: app.analysis.fen, lines: app.analysis.lines },
  isAnalysing: app.analysis.isOn,
  isReviewing: reviewPanel.isReviewing,
  tab: tabs.current,
  orientation: board.orientation,
}));
const soon = 200; // ms
app.changed.on(() => memory.changed(0)); // nobody wants to lose a move, whatever happens to the browser
app.noted.on(() => memory.changed(soon));
app.analysis.changed.on(() => memory.changed(app.analysis.isOn ? 2000 : soon));
tabs.changed.on(() => memory.changed(soon));
reviewPanel.review.changed.on(() => memory.changed(2000));

// What a link asks for; whether there was anything.
async function follow(wishes: Wishes): Promise<boolean> {
  if (wishes.fen === undefined && wishes.pgn === undefined) return false;
  const isGood = wishes.fen !== undefined ? gamePanel.loadFen(wishes.fen) : await gamePanel.loadPgn(wishes.pgn ?? '');
  if (!isGood) tabs.choose('game'); // where it says why
  return true;
}
function wishesNow(): Wishes {
  const wishes = takeWishes();
  if (wishes.token) keepToken(wishes.token);
  return wishes;
}
addEventListener('hashchange', () => void follow(wishesNow()));

async function start(): Promise<void> {
  const wishes = wishesNow();
  app.callEngine();
  const engines = offers(); // looks for them while the rest goes on
  showPosition();
  const { tree } = app;
  const kept = await memory.load();
  let goesOn: 'analysis' | 'review' | undefined;
  const isUntouched = tree === app.tree && tree.root.children.length === 0 && !app.match; // the memory may come late
  if (kept && isUntouched) {
    const { value, isOwn } = kept;
    if (isOwn) goesOn = value.isAnalysing ? 'analysis' : value.isReviewing ? 'review' : undefined;
    app.restore({ ...value, match: isOwn ? value.match : undefined });
    board.orientation = value.orientation;
    tabs.choose(value.tab);
    turned();
  }
  // They begin when the engine is there, but are kept from now on, should the page be loaded once more.
  if (!(await follow(wishes)) && !app.analysis.isOn) {
    if (goesOn === 'analysis') app.toggleAnalysis();
    if (goesOn === 'review') void reviewPanel.start();
  }
  memory.open();
  await app.chooseEngine(await engines);
  makeOffline(); // last: keeping files for later must not delay what is wanted now
}
void start();
