import type { GameNode, GameTree } from '../chess/game_tree';
import { expectation, scoreText } from '../engine/uci';
import { isFault } from '../review/review_data';
import { texts } from '../texts';

const width = 600;
const height = 120;
const namespace = 'http://www.w3.org/2000/svg';

// Chances to win, draw and lose over the game, stacked, one step per move, empty where nothing is known, with
// White's share of the point as a curve and a dot for each fault; click to go there.
export class GameGraph {
  onGo: (node: GameNode) => void = () => {};
  private line: GameNode[] = [];

  constructor(private readonly element: HTMLElement) {
    element.addEventListener('click', (event) => {
      const box = element.getBoundingClientRect();
      const node = this.line[Math.round(((event.clientX - box.left) / box.width) * (this.line.length - 1))];
      if (node) this.onGo(node);
    });
  }

  show(tree: GameTree): void {
    this.line = [tree.root, ...tree.mainLine()];
    const known = this.line.filter((node) => node.verdict).length;
    this.element.hidden = known < 2; // one is in the bar
    if (this.element.hidden) return;
    const x = (index: number): number => (index / Math.max(1, this.line.length - 1)) * width;
    const svg = shape('svg', { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', role: 'img' });
    svg.append(shape('title', {}, this.spoken()));
    for (const { from, to } of stretches(this.line.map((node) => node.verdict !== undefined))) {
      const points = this.line.slice(from, to + 1).map((node, index) => ({
        x: x(from + index),
        ...heights(node),
      }));
      svg.append(...this.stretch(points));
    }
    this.line.forEach((node, index) => {
      if (node.verdict && node.review && isFault(node.review))
        svg.append(shape('path', { class: `fault ${node.review.judgement}`, d: `M${x(index).toFixed(1)} ${heights(node).share.toFixed(1)}h0` }));
    });
    svg.append(shape('line', { class: 'middle', x1: 0, x2: width, y1: height / 2, y2: height / 2 }));
    const here = this.line.indexOf(tree.current);
    if (here >= 0) svg.append(shape('line', { class: 'here', x1: x(here), x2: x(here), y1: 0, y2: height }));
    this.element.replaceChildren(svg);
  }

  // Black's chances above, White's below, draws between them. A move alone, between others that were not analysed,
  // has some width too.
  private stretch(points: Point[]): SVGElement[] {
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last) return [];
    const wide = first === last ? [{ ...first, x: first.x - 1 }, { ...first, x: first.x + 1 }] : points;
    const path = (of: 'black' | 'white' | 'share'): string => wide.map((point) => `${point.x.toFixed(1)},${point[of].toFixed(1)}`).join(' ');
    const [left, right] = [wide[0]?.x ?? 0, wide.at(-1)?.x ?? 0];
    return [
      shape('rect', { class: 'draw-area', x: left, y: 0, width: right - left, height }),
      shape('polygon', { class: 'black-area', points: `${left},0 ${path('black')} ${right},0` }),
      shape('polygon', { class: 'white-area', points: `${left},${height} ${path('white')} ${right},${height}` }),
      shape('polyline', { class: 'curve', points: path('share') }),
    ];
  }

  private spoken(): string {
    const known = this.line.filter((node) => node.verdict);
    const last = known.at(-1)?.verdict;
    return texts.analysis.graph(known.length, this.line.length, last ? scoreText(last.score) : '');
  }
}

interface Point {
  x: number;
  black: number; // where Black's chances end, from above
  white: number; // where White's begin
  share: number; // White's share of the point
}

function heights({ verdict }: GameNode): Omit<Point, 'x'> {
  if (!verdict) return { black: 0, white: 0, share: 0 };
  const share = height * (1 - expectation(verdict.score, verdict.wdl));
  const { wdl } = verdict;
  if (!wdl) return { black: share, white: share, share };
  return { black: (height * wdl.loss) / 1000, white: height * (1 - wdl.win / 1000), share };
}

// The stretches of a row that are known, first and last index of each.
export function stretches(known: readonly boolean[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  known.forEach((isKnown, index) => {
    const last = found.at(-1);
    if (!isKnown) return;
    if (last?.to === index - 1) last.to = index;
    else found.push({ from: index, to: index });
  });
  return found;
}

function shape(name: string, attributes: Record<string, string | number>, text = ''): SVGElement {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  return element;
}
