import type { App } from '../app';
import type { GameNode, GameTree } from '../chess/game_tree';
import { scoreText } from '../engine/uci';
import { texts as allTexts } from '../texts';
import { byId, el } from '../view/dom';
import { lineButtons, type LineActions } from '../view/line_buttons';
import { term } from '../explain/terms';
import { addBetterLines, faultsOf, GameReview, moverOf, sidesOf } from './game_review';
import { Lesson } from './lesson';
import { markOf } from './marks';
import { signOf, type Judgement, type SideReview } from './review_data';

const texts = allTexts.review;

// The tab with the engine's review of the game: what both sides achieved, the moments that mattered, and a
// lesson made of them.
export class ReviewPanel {
  onStart: () => void = () => {}; // a review begins
  onLesson: () => void = () => {}; // it has begun, ended or changed: the board must be shown again
  onQuestion: () => void = () => {}; // there is something to find on the board
  readonly review: GameReview;
  isReviewing = false; // or about to begin
  private lesson: Lesson | undefined;
  private side: 'white' | 'black' | 'both' = 'both';
  private news = '';
  private progress = { done: 0, all: 1 };
  private readonly panel = byId('panel-review');

  constructor(
    private readonly app: App,
    private readonly actions: Omit<LineActions, 'play'>,
  ) {
    this.review = new GameReview(app.analysis);
    this.review.changed.on(() => this.show());
    app.analysis.gameStep.on((progress) => {
      this.progress = progress;
      if (this.review.isRunning) this.showProgress();
    });
  }

  async start(): Promise<void> {
    if (this.isReviewing) return; // a double click wants it once
    this.isReviewing = true;
    try {
      await this.run();
    } finally {
      this.isReviewing = false;
    }
  }

  private async run(): Promise<void> {
    const { app } = this;
    this.endLesson();
    this.news = '';
    if (!(await app.prepareWholeGame())) return this.show();
    this.onStart();
    const { session, tree } = app;
    if (!session || tree.root.children.length === 0) {
      this.news = session ? texts.nothingToReview : texts.noEngine;
      return this.show();
    }
    if (!session.hasLab) {
      this.news = texts.cannotReview;
      this.show();
      await app.analyseGame(app.settings.gameTime);
      return;
    }
    try {
      const isDone = await this.review.run(session, tree, app.settings.gameTime);
      if (!isDone) this.news = texts.stopped;
    } catch (problem) {
      app.analysis.leaveGame();
      this.news = problem instanceof Error ? problem.message : String(problem);
    }
    if (tree === app.tree) app.changed.emit();
  }

  // Whether a move made on the board is an answer to a question of the lesson, and not played.
  takesMove(uci: string): boolean {
    if (!this.lesson?.asksAbout(this.app.tree.current)) return false;
    void this.lesson.answer(uci);
    return true;
  }

  // Whether lines and arrows would give away what is to be found.
  get hidesLines(): boolean {
    return this.lesson?.asksAbout(this.app.tree.current) === true;
  }

  // The board, the game or the review has changed.
  show(): void {
    if (this.lesson && this.lesson.tree !== this.app.tree) this.lesson = undefined;
    // A button that is made anew between press and release is not clicked.
    if (this.review.isRunning && document.getElementById('review-stop')) return this.showProgress();
    const focused = document.activeElement?.closest('#panel-review') ? document.activeElement.id : '';
    this.actions.preview.hide(this.panel); // the move it belongs to goes
    this.panel.replaceChildren(...this.content());
    if (focused) document.getElementById(focused)?.focus();
  }

  private content(): Node[] {
    const { tree } = this.app;
    const isReviewed = tree.mainLine().some((node) => node.review);
    const said = this.news || (isReviewed && !isWhole(tree) && !this.review.isRunning ? texts.partial : '');
    const news = el('p', { id: 'review-news', role: 'status', class: said ? 'note' : undefined, hidden: said === '' }, said);
    if (this.review.isRunning) return [this.running(), news];
    if (!isReviewed) return [el('p', {}, texts.intro), this.startButton(), news];
    if (this.lesson) return [this.lessonCard(this.lesson), news];
    const sides = sidesOf(tree);
    return [...(sides ? [this.sidesTable(sides)] : []), news, this.moments(), ...this.card(tree.current), this.tools()];
  }

  private startButton(): HTMLElement {
    return el('button', { type: 'button', id: 'review-start', class: 'main', onclick: () => void this.start() }, allTexts.page.reviewGame);
  }

  private running(): HTMLElement {
    const box = el(
      'div',
      { class: 'row' },
      el('span', { id: 'review-progress', role: 'status' }),
      el('button', { type: 'button', id: 'review-stop', class: 'small', onclick: () => this.app.analysis.leaveGame() }, texts.stop),
    );
    queueMicrotask(() => this.showProgress());
    return box;
  }

  private showProgress(): void {
    const text = document.getElementById('review-progress');
    if (text) text.textContent = texts.running(Math.min(this.progress.done + 1, this.progress.all), this.progress.all);
  }

  private sidesTable(sides: { white: SideReview; black: SideReview }): HTMLElement {
    const { headers } = this.app.tree;
    const sign = (judgement: Judgement, title: string): HTMLElement => el('th', { scope: 'col' }, el('abbr', { title }, signOf(judgement)));
    const row = (name: string, side: SideReview): HTMLElement =>
      el(
        'tr',
        {},
        el('th', { scope: 'row' }, name),
        el('td', {}, el('b', {}, side.moves > 0 ? `${side.accuracy.toFixed(1)} %` : '–'), el('small', { class: 'faint' }, texts.meanLoss((side.mean_loss * 100).toFixed(1)))),
        ...[side.good, side.inaccuracies, side.mistakes, side.blunders].map((count) => el('td', {}, String(count))),
      );
    const nameOf = (tag: string, otherwise: string): string => headers.get(tag)?.replace(/^\?$/, '') || otherwise;
    return el(
      'table',
      { class: 'sides', id: 'review-sides' },
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          el('td'),
          el('th', { scope: 'col' }, term('accuracy', texts.accuracy)),
          sign('good', texts.columns.good),
          sign('inaccuracy', texts.columns.inaccuracies),
          sign('mistake', texts.columns.mistakes),
          sign('blunder', texts.columns.blunders),
        ),
      ),
      el('tbody', {}, row(nameOf('White', allTexts.white), sides.white), row(nameOf('Black', allTexts.black), sides.black)),
    );
  }

  private moments(): HTMLElement {
    const { tree } = this.app;
    const faults = faultsOf(tree, this.side);
    const choice = el(
      'select',
      {
        id: 'review-side',
        'aria-label': texts.sideLabel,
        onchange: (event) => {
          this.side = (event.target as HTMLSelectElement).value as typeof this.side;
          this.show();
        },
      },
      ...(['both', 'white', 'black'] as const).map((side) => el('option', { value: side, selected: side === this.side }, side === 'both' ? texts.both : allTexts[side])),
    );
    if (faultsOf(tree, 'both').length === 0) return el('p', {}, isWhole(tree) ? texts.noFaults : texts.noFaultsYet);
    const at = faults.indexOf(tree.current);
    const go = (step: 1 | -1): void => this.app.go(neighbour(faults, tree.current, step));
    const button = (id: string, text: string, isEnabled: boolean, action: () => void): HTMLElement =>
      el('button', { type: 'button', id, class: 'small', disabled: !isEnabled, onclick: action }, text);
    return el(
      'div',
      { class: 'row', role: 'group', 'aria-label': texts.moments },
      el('b', {}, texts.moments),
      choice,
      button('review-previous', `‹ ${texts.previous}`, neighbour(faults, tree.current, -1) !== undefined, () => go(-1)),
      el('span', { id: 'review-place' }, texts.place(at + 1, faults.length)),
      button('review-next', `${texts.next} ›`, neighbour(faults, tree.current, 1) !== undefined, () => go(1)),
      button('review-learn', texts.learn, faults.length > 0, () => this.startLesson(faults)),
    );
  }

  // What is said of the move that led to the position on the board.
  private card(node: GameNode): Node[] {
    const { review, parent, verdict } = node;
    if (!review || !parent) return [];
    const evaluation = (of: GameNode): string => (of.verdict ? scoreText(of.verdict.score) : '–');
    const head = el('h3', {}, `${this.app.tree.moveNumber(node)} ${node.san} `, ...(review.judgement ? [markOf(review.judgement), ` ${allTexts.judgements[review.judgement]}`] : []));
    const summary =
      review.judgement === 'good'
        ? texts.onlyMove(evaluation(node))
        : review.judgement
          ? texts.chances(evaluation(parent), evaluation(node), review.loss)
          : review.loss < 0.005
            ? texts.asGood(evaluation(node))
            : texts.smallLoss(evaluation(node), review.loss);
    return [
      el(
        'article',
        { id: 'review-card', class: 'card' },
        head,
        el('p', {}, verdict || parent.verdict ? summary : ''),
        ...[review.missed, review.allowed].filter((text) => text !== '').map((text) => el('p', { class: 'reason' }, text)),
        ...this.line(texts.better, 'better', parent, review.better),
        ...this.line(texts.answer, 'reply', node, review.answer),
      ),
    ];
  }

  private line(label: string, kind: string, from: GameNode, moves: readonly string[]): Node[] {
    if (moves.length === 0) return [];
    const play = (played: string[]): void => {
      this.app.go(from);
      this.app.playMoves(played);
    };
    return [el('p', { class: `line-of-moves ${kind}` }, el('b', {}, `${label}:`), ' ', ...lineButtons(from.fen, moves, { ...this.actions, play }))];
  }

  private tools(): HTMLElement {
    return el(
      'div',
      { class: 'row' },
      el(
        'button',
        {
          type: 'button',
          id: 'review-add',
          class: 'small',
          onclick: () => {
            this.news = texts.added(addBetterLines(this.app.tree));
            this.app.changed.emit();
          },
        },
        texts.addLines,
      ),
    );
  }

  private startLesson(moments: GameNode[]): void {
    const { app } = this;
    const { tree } = app;
    app.analysis.stop();
    this.news = '';
    const lesson = new Lesson(tree, moments, async (before, uci) => {
      if (!app.session) return undefined;
      return this.review.judge(app.session, tree, before, uci, app.settings.gameTime);
    });
    lesson.changed.on(() => {
      this.onLesson();
    });
    this.lesson = lesson;
    this.showQuestion();
  }

  // The position before the fault.
  private showQuestion(): void {
    const before = this.lesson?.moment?.parent;
    if (!before) return;
    if (before === this.app.tree.current) this.onLesson();
    else this.app.go(before);
    this.onQuestion();
  }

  private endLesson(): void {
    if (!this.lesson) return;
    this.lesson = undefined;
    this.onLesson();
  }

  private lessonCard(lesson: Lesson): HTMLElement {
    const moment = lesson.moment;
    const before = moment?.parent;
    if (!moment || !before) return el('p');
    const judgement = moment.review?.judgement || 'mistake';
    const side = allTexts[moverOf(moment)];
    const button = (id: string, text: string, action: () => void, isHidden = false): HTMLElement =>
      el('button', { type: 'button', id, class: 'small', hidden: isHidden, onclick: action }, text);
    return el(
      'article',
      { id: 'lesson', class: 'card' },
      el('h3', {}, `${texts.moments}: ${texts.place(lesson.place.at, lesson.place.all)}`),
      el('p', { id: 'lesson-task' }, allTexts.learn.task(side, `${this.app.tree.moveNumber(moment)} ${moment.san}`, allTexts.judgements[judgement])),
      el('p', { id: 'lesson-feedback', role: 'status', class: lesson.feedback ? 'answer' : undefined }, lesson.feedback),
      ...(lesson.isSolved
        ? [
            ...[moment.review?.missed ?? '', moment.review?.allowed ?? ''].filter((text) => text !== '').map((text) => el('p', { class: 'reason' }, text)),
            ...this.line(texts.better, 'better', before, moment.review?.better ?? []),
            ...this.line(texts.answer, 'reply', moment, moment.review?.answer ?? []),
          ]
        : []),
      el(
        'div',
        { class: 'row' },
        button('lesson-show', allTexts.learn.show, () => lesson.reveal(), lesson.isSolved),
        button(
          'lesson-next',
          allTexts.learn.nextOne,
          () => {
            lesson.next();
            this.showQuestion();
          },
          lesson.isLast,
        ),
        button('lesson-end', allTexts.learn.end, () => this.endLesson()),
      ),
    );
  }
}

function isWhole(tree: GameTree): boolean {
  return tree.mainLine().every((node) => node.review);
}

// The nearest of the nodes before or after a place in the game, by half-moves.
function neighbour(nodes: readonly GameNode[], here: GameNode, step: 1 | -1): GameNode | undefined {
  return step > 0 ? nodes.find((node) => node.ply > here.ply) : nodes.findLast((node) => node.ply < here.ply);
}
