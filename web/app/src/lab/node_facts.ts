import { shortCount } from '../view/dom';
import { treeScoreText, verdictOf, type Pick, type TreeNode, type TreeScore } from './tree_node';
import type { TreeNotation } from './tree_notation';
import { texts } from '../texts';

const words = texts.search;
const names = words.facts;

// Everything recorded about a node, as names and values to show. `way` leads to it from the root.
export function factsOf(node: TreeNode, way: readonly TreeNode[], notation: TreeNotation): [string, string][] {
  const facts: [string, string][] = [
    [names.way, way.length > 0 ? way.map((step) => notation.label(step)).join(' ') : words.root],
    [names.search, words.searchOf(node.purpose, node.kind, node.quiescence, node.depth)],
    [names.order, node.pick ? `${words.ordinal(node.pick.place)}, ${node.pick.stage}` : words.notPicked],
    [names.histories, node.pick ? histories(node.pick) : words.none],
    [names.window, words.fromTo(boundText(node.alpha, '−∞'), boundText(node.beta, '∞'))],
    [names.score, `${words.bounds[node.bound]}${treeScoreText(node.score)}: ${words.verdicts[verdictOf(node)]}`],
    [names.staticEval, node.static_eval === null ? (node.in_check ? words.noneInCheck : words.none) : treeScoreText(node.static_eval)],
    [names.bestMove, node.best === null ? words.none : notation.san(node, node.best)],
    [names.nodesBelow, shortCount(node.nodes)],
  ];
  const depth = depthChange(node);
  if (depth) facts.splice(4, 0, [names.depth, depth]);
  if (node.rule !== 'none') facts.push([names.endedBy, `${node.rule}${node.figure === null ? '' : `: ${words.against(figureText(node.figure), figureText(node.limit))}`}`]);
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
  return [words.ordinal(pick.place), pick.stage, ...(pick.score === null ? [] : [signed(pick.score)])].join(', ');
}

function histories(pick: Pick): string {
  const parts: string[] = [];
  if (pick.score !== null) parts.push(words.inOrder(signed(pick.score)));
  if (pick.history !== undefined) parts.push(words.forReduction(signed(pick.history)));
  return parts.join(', ') || words.notAsked;
}

// The first move of a node and searches that come after a reduced one have a reduction too, but don't follow it.
function depthChange({ pick, purpose }: TreeNode): string {
  const parts: string[] = [];
  if (pick?.reduction_1024 !== undefined && (purpose === 'reduced' || purpose === 'zero window'))
    parts.push(words.reduction(signed(Number((pick.reduction_1024 / 1024).toFixed(2)))));
  if (pick?.extension) parts.push(words.extension(signed(pick.extension)));
  return parts.length > 0 ? words.plies(parts.join(', ')) : '';
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0';
}
