import { shortCount } from '../view/dom';
import { treeScoreText, verdictOf, type Pick, type TreeNode, type TreeScore, type Verdict } from './tree_node';
import type { TreeNotation } from './tree_notation';

export const verdictNames: Record<Verdict, string> = {
  pv: 'exact score',
  cut: 'refuted (a move reached beta)',
  all: 'no move reached alpha',
  rule: 'ended by a rule',
  stopped: 'stopped',
};

const boundWords = { exact: '', lower: 'at least ', upper: 'at most ', none: '' };

// Everything recorded about a node, as names and values to show. `way` leads to it from the root.
export function factsOf(node: TreeNode, way: readonly TreeNode[], notation: TreeNotation): [string, string][] {
  const facts: [string, string][] = [
    ['Way', way.length > 0 ? way.map((step) => notation.label(step)).join(' ') : 'root'],
    ['Search', `${node.purpose}, ${node.kind}${node.quiescence ? ', quiescence' : ''}, depth ${node.depth}`],
    ['Order', node.pick ? `${ordinal(node.pick.place)}, ${node.pick.stage}` : 'not from the move picker'],
    ['Histories', node.pick ? histories(node.pick) : 'none'],
    ['Window', `${boundText(node.alpha, '−∞')} to ${boundText(node.beta, '∞')}`],
    ['Score', `${boundWords[node.bound]}${treeScoreText(node.score)}: ${verdictNames[verdictOf(node)]}`],
    ['Static eval', node.static_eval === null ? (node.in_check ? 'none, in check' : 'none') : treeScoreText(node.static_eval)],
    ['Best move', node.best === null ? 'none' : notation.san(node, node.best)],
    ['Nodes below', shortCount(node.nodes)],
  ];
  const depth = depthChange(node);
  if (depth) facts.splice(4, 0, ['Depth', depth]);
  if (node.rule !== 'none') facts.push(['Ended by', `${node.rule}${node.figure === null ? '' : `: ${figureText(node.figure)} against ${figureText(node.limit)}`}`]);
  return facts;
}

function boundText(bound: TreeScore, open: string): string {
  return bound === null ? open : treeScoreText(bound);
}

function figureText(figure: TreeScore | number): string {
  return typeof figure === 'number' ? String(figure) : treeScoreText(figure);
}

// "14th, bad quiets, −3120": how a skipped move was ranked.
export function standing(pick: Pick): string {
  return [ordinal(pick.place), pick.stage, ...(pick.score === null ? [] : [signed(pick.score)])].join(', ');
}

function histories(pick: Pick): string {
  const parts: string[] = [];
  if (pick.score !== null) parts.push(`${signed(pick.score)} in the order`);
  if (pick.history !== undefined) parts.push(`${signed(pick.history)} for the reduction`);
  return parts.join(', ') || 'not asked for: the stage comes first';
}

// The first move of a node and searches that come after a reduced one have a reduction too, but don't follow it.
function depthChange({ pick, purpose }: TreeNode): string {
  const parts: string[] = [];
  if (pick?.reduction_1024 !== undefined && (purpose === 'reduced' || purpose === 'zero window'))
    parts.push(`reduction ${signed(Number((pick.reduction_1024 / 1024).toFixed(2)))}`);
  if (pick?.extension) parts.push(`extension ${signed(pick.extension)}`);
  return parts.length > 0 ? `${parts.join(', ')} plies` : '';
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0';
}

function ordinal(number: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd', other: 'th', many: 'th', zero: 'th' }[new Intl.PluralRules('en', { type: 'ordinal' }).select(number)];
  return `${number}${ending}`;
}
