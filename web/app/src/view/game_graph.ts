import type { GameNode, GameTree } from '../chess/game_tree';
import { expectation, scoreText } from '../engine/uci';

const width = 600;
const height = 120;
const namespace = 'http://www.w3.org/2000/svg';

// White's share of the point over the game, one step per move, empty where nothing is known; click to go there.
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
        y: node.verdict ? height * (1 - expectation(node.verdict.score, node.verdict.wdl)) : 0,
      }));
      svg.append(...this.stretch(points));
    }
    svg.append(shape('line', { class: 'middle', x1: 0, x2: width, y1: height / 2, y2: height / 2 }));
    const here = this.line.indexOf(tree.current);
    if (here >= 0) svg.append(shape('line', { class: 'here', x1: x(here), x2: x(here), y1: 0, y2: height }));
    this.element.replaceChildren(svg);
  }

  // Black's share above, White's below. A move alone, between others that were not analysed, has some width too.
  private stretch(points: { x: number; y: number }[]): SVGElement[] {
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last) return [];
    const wide = first === last ? [{ ...first, x: first.x - 1 }, { ...first, x: first.x + 1 }] : points;
    const path = wide.map((point) => `${point.x.toFixed(1)},${point.y.toFixed(1)}`).join(' ');
    const [left, right] = [wide[0]?.x ?? 0, wide.at(-1)?.x ?? 0];
    return [
      shape('polygon', { class: 'black-area', points: `${left},0 ${path} ${right},0` }),
      shape('polygon', { class: 'white-area', points: `${left},${height} ${path} ${right},${height}` }),
      shape('polyline', { class: 'curve', points: path }),
    ];
  }

  private spoken(): string {
    const known = this.line.filter((node) => node.verdict);
    const last = known.at(-1)?.verdict;
    return `Evaluation of ${known.length} of ${this.line.length} positions; the last of them ${last ? scoreText(last.score) : ''}`;
  }
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
