import { language, texts as allTexts } from '../texts';
import { byId, el } from '../view/dom';
import { percent, plainName, sortRules, type Figures, type RuleFigures, type RuleOrder, type TechniqueFigures } from './figures_data';
import { term } from './terms';

const texts = allTexts.figures;
const number = new Intl.NumberFormat(language);

// The figures of the audit and of the ablation, to look through. They are fetched when they are first wanted.
export class FiguresView {
  private figures: Figures | undefined;
  private order: RuleOrder = 'wrong';
  private chosen = '';
  private readonly element = byId<HTMLDetailsElement>('figures');
  private readonly body = el('div', { id: 'figures-body' });

  constructor() {
    this.element.append(el('summary', {}, texts.open), this.body);
    this.element.addEventListener('toggle', () => {
      if (this.element.open) void this.load();
    });
  }

  private async load(): Promise<void> {
    if (this.figures) return;
    this.body.replaceChildren(el('p', { role: 'status' }, texts.loading));
    try {
      const answer = await fetch('figures.json');
      if (!answer.ok) throw new Error(String(answer.status));
      this.figures = (await answer.json()) as Figures;
      this.chosen = sortRules(this.figures.rules, this.order)[0]?.rule ?? '';
      this.show();
    } catch {
      this.body.replaceChildren(el('p', { role: 'status', class: 'problem' }, texts.failed));
    }
  }

  private show(): void {
    const { figures } = this;
    if (!figures) return;
    const rule = figures.rules.find((candidate) => candidate.rule === this.chosen);
    this.body.replaceChildren(
      introOf('figures'),
      this.rulesTable(figures),
      ...(rule ? [details(rule, figures.techniques.find(({ feature }) => feature === rule.feature))] : []),
      techniquesTable(figures.techniques),
      el('p', { class: 'faint' }, texts.audited(figures.audit.positions, figures.audit.depth, figures.audit.evaluation), ' ', texts.ablated(figures.ablation.settings)),
    );
  }

  private rulesTable(figures: Figures): HTMLElement {
    const heading = (order: RuleOrder, label: string): HTMLElement =>
      el(
        'th',
        { scope: 'col', 'aria-sort': order === this.order ? 'descending' : undefined },
        el(
          'button',
          {
            type: 'button',
            class: 'small',
            id: `figures-by-${order}`,
            'aria-label': `${texts.sort} ${label}`,
            onclick: () => {
              this.order = order;
              this.show();
              byId(`figures-by-${order}`).focus();
            },
          },
          `${label}${order === this.order ? ' ▾' : ''}`,
        ),
      );
    return el(
      'table',
      { class: 'figures', id: 'figures-rules' },
      el('caption', {}, texts.rulesCaption),
      el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, texts.rule), heading('wrong', texts.wrong), heading('errs', texts.errs), heading('saves', texts.saves))),
      el(
        'tbody',
        {},
        ...sortRules(figures.rules, this.order).map((rule) =>
          el(
            'tr',
            { 'aria-current': rule.rule === this.chosen ? 'true' : undefined },
            el(
              'th',
              { scope: 'row' },
              el('button', { type: 'button', class: 'move', onclick: () => this.choose(rule.rule) }, rule.rule),
            ),
            el('td', {}, `${percent(rule.wrong)} %`),
            el('td', {}, (rule.error_if_wrong_cp / 100).toFixed(2)),
            el('td', {}, rule.nodes_saved.toFixed(1)),
          ),
        ),
      ),
    );
  }

  private choose(rule: string): void {
    this.chosen = rule;
    this.show();
    byId('figures-rule').focus({ preventScroll: true });
    byId('figures-rule').scrollIntoView({ block: 'nearest' });
  }
}

// The same sentences wherever something of the search is shown.
export function introOf(view: keyof typeof allTexts.intros): HTMLElement {
  const { what, example } = allTexts.intros[view];
  return el('p', { class: 'intro' }, what, ' ', el('span', { class: 'example' }, example));
}

function details(rule: RuleFigures, technique: TechniqueFigures | undefined): HTMLElement {
  const sentences = [
    ...(rule.reason ? [texts.stops(rule.reason)] : []),
    texts.claims(number.format(rule.claims), number.format(rule.checked)),
    texts.wrongness(percent(rule.wrong), percent(rule.wrong_low), percent(rule.wrong_high), (rule.error_if_wrong_cp / 100).toFixed(2)),
    texts.savings(rule.nodes_saved.toFixed(1)),
    ...(technique
      ? [(technique.elo >= 0 ? texts.worth : texts.worthless)(Math.abs(technique.elo).toFixed(0), technique.error.toFixed(0))]
      : []),
  ];
  const worst = Math.max(...rule.depths.map(({ wrong }) => wrong), 0.001);
  return el(
    'section',
    { id: 'figures-rule', class: 'card', tabindex: -1, 'aria-label': rule.rule },
    el('h3', {}, rule.rule),
    el('p', {}, sentences.join(' ')),
    ...(rule.depths.length > 1
      ? [
          el('h4', {}, texts.byDepth),
          el(
            'ol',
            { class: 'bars' },
            ...rule.depths.map(({ depth, wrong, checked }) =>
              el(
                'li',
                { title: texts.depthBar(depth, percent(wrong), checked) },
                el('span', {}, String(depth)),
                el('span', { class: 'bar', style: `width:${((wrong / worst) * 100).toFixed(1)}%` }),
                el('span', {}, `${percent(wrong)} %`),
              ),
            ),
          ),
        ]
      : []),
  );
}

function techniquesTable(techniques: readonly TechniqueFigures[]): HTMLElement {
  return el(
    'table',
    { class: 'figures', id: 'figures-techniques' },
    el('caption', {}, texts.techniquesCaption),
    el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, texts.technique), el('th', { scope: 'col' }, term('Elo', texts.elo)), el('th', { scope: 'col' }, term('nodes', texts.nodes)))),
    el(
      'tbody',
      {},
      ...techniques
        .toSorted((a, b) => b.elo - a.elo)
        .map((technique) =>
          el(
            'tr',
            {},
            el('th', { scope: 'row' }, plainName(technique.feature), el('small', { class: 'faint' }, ` ${technique.what}${technique.default ? '' : texts.off}`)),
            el('td', {}, texts.eloUnit(`${technique.elo >= 0 ? '+' : '−'}${Math.abs(technique.elo).toFixed(0)}`, technique.error.toFixed(0))),
            el('td', {}, texts.times(technique.nodes_ratio.toFixed(2))),
          ),
        ),
    ),
  );
}
