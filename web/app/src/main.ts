import { App } from './app';
import { BoardView, type Arrow } from './view/board_view';
import { parseSan } from 'chessops/san';
import { makeUci } from 'chessops/util';
import { positionOf, readMove } from './chess/rules';
import { AnalysisPanel } from './view/analysis_panel';
import { byId, clampNumber, el } from './view/dom';
import { Editor } from './view/editor';
import { EvalBar } from './view/eval_bar';
import { GameGraph } from './view/game_graph';
import { GamePanel } from './view/game_panel';
import { GameTree } from './chess/game_tree';
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
import { keepToken } from './engine/native_port';
import type { PageState } from './memory/page_state';
import { TabMemory } from './memory/tab_memory';
import { saveSettings } from './settings';
import { makeOffline } from './offline';

const app = new App();
const board = new BoardView(byId('board'));
const evalBar = new EvalBar(byId('eval-bar'));
const lines = new LinesView(byId('lines'), new PreviewBoard());
const moves = new MoveList(byId('moves'));
const graph = new GameGraph(byId('graph'));
const panel = new AnalysisPanel(app.analysis);
const gamePanel = new GamePanel(() => app.tree);
const playPanel = new PlayPanel(app.settings);
const editor = new Editor();
const tabs = new Tabs();
const searchPanel = new SearchPanel(app);
const tablesOffer = new TablesOffer(app.settings);

// ---- showing ----------------------------------------------------------------------------------------

function showPosition(): void {
  const node = app.tree.current;
  board.show(node.fen, node.uci || undefined, app.mayMove(), node.shapes);
  byId('position-text').textContent = positionText(node.fen);
  const ending = app.tree.ending(node);
  byId('news').textContent = `${node.san ? `${app.tree.moveNumber(node)} ${node.san}. ` : ''}${ending ? `The game is over: ${ending.reason}.` : ''}`;
  if (ending) evalBar.showEnding(ending.winner);
  else if (node.verdict) evalBar.showVerdict(node.verdict);
  else evalBar.clear();
  byId('notice').textContent = '';
  showMoveProblem('');
  moves.show(app.tree);
  graph.show(app.tree);
  gamePanel.show();
  searchPanel.showPosition();
  showMatch();
  showAnalysis();
}

let clocksShown = false;

function showMatch(): void {
  const areShown = playPanel.show(app.match, app.tree.clocks(), board.orientation);
  if (clocksShown !== areShown) {
    clocksShown = areShown;
    board.redraw(); // it has moved, and remembers where it was
  }
  if (!app.analysis.isOn) drawArrows();
}

function showAnalysis(): void {
  const found = app.lines;
  const best = found[0];
  panel.show(best);
  if (found.length > 0) lines.show(app.tree.current.fen, found);
  else lines.clear();
  if (best) evalBar.showInfo(best, app.whiteToMove);
  drawArrows();
}

function drawArrows(): void {
  const arrows: Arrow[] = [];
  if (app.match?.hint && app.mayMove()) arrows.push({ uci: app.match.hint, brush: 'green' });
  if (app.settings.arrows)
    app.lines.forEach((info, rank) => {
      if (info?.pv[0]) arrows.push({ uci: info.pv[0], brush: rank === 0 ? 'green' : 'paleBlue', width: Math.max(4, 11 - 2 * rank) });
    });
  board.draw(arrows);
  byId('board').dataset['hint'] = app.match?.hint ?? '';
}

// The engine sends lines faster than anybody reads.
let isDrawing = false;
app.analysis.changed.on(() => {
  if (isDrawing) return;
  isDrawing = true;
  setTimeout(() => {
    isDrawing = false;
    showAnalysis();
  }, 80);
});

app.changed.on(showPosition);
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
  showProblem(`The engine is gone: ${reason}.`, true);
});
app.engineChanged.on((note) => {
  byId('engine-note').textContent = note;
  showProblem('');
  const choice = byId<HTMLSelectElement>('engine-choice');
  choice.replaceChildren(
    ...app.engines.map((offer) => el('option', { value: offer.kind, selected: offer.kind === app.session?.port.kind }, offer.label)),
  );
  choice.disabled = app.engines.length < 2;
  const threads = byId<HTMLInputElement>('threads');
  threads.max = String(app.session?.port.maxThreads ?? 1);
  threads.value = String(app.threads);
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

function turned(): void {
  evalBar.setOrientation(board.orientation);
  lines.orientation = board.orientation;
  memory.changed(soon);
  showMatch();
}

board.onMove = (uci) => {
  if (!app.play(uci)) showPosition();
};
board.onCancel = showPosition;
board.onDraw = (shapes) => app.draw(shapes);
lines.onPlay = (played) => app.playMoves(played);
moves.onGo = (node) => app.go(node);
graph.onGo = (node) => app.go(node);
gamePanel.onLoad = (tree) => void app.load(tree);
editor.onDone = (fen) => void app.load(new GameTree(fen));
playPanel.onNewGame = (settings, start) => {
  void app.startMatch(settings, start).then((isOn) => {
    if (!isOn) return;
    board.orientation = settings.person;
    turned();
  });
};
app.mayEndGame = () => ask('leave');
tabs.changed.on(() => board.redraw());
tablesOffer.onMove = () => board.redraw();

click('go-start', () => app.goStart());
click('go-back', () => app.goBack());
click('go-forward', () => app.goForward());
click('go-end', () => app.goEnd());
click('flip', flip);
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
click('analyse-game', () => void app.analyseGame(app.settings.gameTime));
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
  if (move && app.play(makeUci(move))) input.value = '';
  else if (text !== '') showMoveProblem(move ? `It is not your turn to play ${text}.` : `${text} is not possible here.`);
});
byId('move-input').addEventListener('input', () => showMoveProblem(''));

function showMoveProblem(message: string): void {
  byId('move-problem').textContent = message;
  byId('move-input').setAttribute('aria-invalid', String(message !== ''));
}

// ---- choosing ---------------------------------------------------------------------------------------

const saveChoice = (): void => saveSettings(app.settings);

function number(
  id: string,
  value: number,
  low: number,
  high: () => number,
  set: (value: number) => void,
  apply: () => void = () => app.applyEngineSettings(),
): void {
  const input = byId<HTMLInputElement>(id);
  input.value = String(value);
  input.addEventListener('change', () => {
    const wish = clampNumber(input.value, low, high(), value);
    input.value = String(wish);
    set(wish);
    apply();
  });
}
number('lines-count', app.settings.lines, 1, () => 10, (value) => (app.settings.lines = value));
number('hash', app.settings.hash, 1, () => 65536, (value) => (app.settings.hash = value));
number('game-time', app.settings.gameTime, 20, () => 60_000, (value) => (app.settings.gameTime = value), saveChoice);
number('tree-depth', app.settings.treeDepth, 1, () => 40, (value) => (app.settings.treeDepth = value), saveChoice);
number('threads', 1, 1, () => app.session?.port.maxThreads ?? 1, (value) => (app.settings.threads = value));

const arrows = byId<HTMLInputElement>('arrows');
arrows.checked = app.settings.arrows;
arrows.addEventListener('change', () => {
  app.settings.arrows = arrows.checked;
  saveSettings(app.settings);
  drawArrows();
});
byId<HTMLSelectElement>('engine-choice').addEventListener('change', (event) => {
  void app.switchEngine((event.target as HTMLSelectElement).value as 'native' | 'browser');
});

const themeButton = byId('theme');
function showTheme(): void {
  applyTheme(app.settings.theme);
  themeButton.textContent = { system: '◐', light: '☀', dark: '☾' }[app.settings.theme];
  themeButton.setAttribute('aria-label', `Colours: ${{ system: 'same as the system', light: 'light', dark: 'dark' }[app.settings.theme]}`);
}
themeButton.addEventListener('click', () => {
  app.settings.theme = nextTheme(app.settings.theme);
  saveSettings(app.settings);
  showTheme();
});
showTheme();

listenToKeys({
  ArrowLeft: () => app.goBack(),
  ArrowRight: () => app.goForward(),
  Home: () => app.goStart(),
  End: () => app.goEnd(),
  ArrowUp: () => app.goSideways(-1),
  ArrowDown: () => app.goSideways(1),
  ' ': () => app.toggleAnalysis(),
  f: flip,
  h: () => app.match?.askHint(),
  m: () => byId('move-input').focus(),
  '?': () => byId<HTMLDialogElement>('help').showModal(),
});

// ---- lasting ----------------------------------------------------------------------------------------

const memory = new TabMemory<PageState>(() => ({
  game: saveGame(app.tree),
  match: app.match?.saved(),
  lines: { fen: app.analysis.fen, lines: app.analysis.lines },
  isAnalysing: app.analysis.isOn,
  tab: tabs.current,
  orientation: board.orientation,
}));
const soon = 200; // ms
app.changed.on(() => memory.changed(soon));
app.noted.on(() => memory.changed(soon));
app.analysis.changed.on(() => memory.changed(app.analysis.isOn ? 2000 : soon));
tabs.changed.on(() => memory.changed(soon));

// What a link asks for; whether there was anything.
async function follow(wishes: Wishes): Promise<boolean> {
  if (wishes.token) keepToken(wishes.token);
  if (wishes.fen === undefined && wishes.pgn === undefined) return false;
  const isGood = wishes.fen !== undefined ? gamePanel.loadFen(wishes.fen) : await gamePanel.loadPgn(wishes.pgn ?? '');
  if (!isGood) tabs.choose('game'); // where it says why
  return true;
}
addEventListener('hashchange', () => void follow(takeWishes()));

async function start(): Promise<void> {
  showPosition();
  const kept = await memory.load();
  let goesOn = false;
  if (kept) {
    const { value, isOwn } = kept;
    goesOn = isOwn && value.isAnalysing;
    app.restore({ ...value, match: isOwn ? value.match : undefined });
    board.orientation = value.orientation;
    tabs.choose(value.tab);
    turned();
  }
  if (await follow(takeWishes())) goesOn = false;
  memory.open();
  await app.findEngines();
  if (goesOn && !app.isPlaying && !app.analysis.isOn) app.toggleAnalysis();
  makeOffline(); // last: keeping files for later must not delay what is wanted now
}
void start();
