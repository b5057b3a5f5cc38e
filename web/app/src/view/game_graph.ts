import type { GameNode, GameTree } from '../chess/game_tree';
import { expectation, scoreText } from '../engine/uci';

const width = 600;
const height = 120;
const namespace = 'http://www.w3.org/2000/svg';

// White's share of the point over the game, one step per move; click to go there.
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
    this.element.hidden = known < 2;
    if (this.element.hidden) return;
    const x = (index: number): number => (index / Math.max(1, this.line.length - 1)) * width;
    const points = this.line.flatMap((node, index) =>
      node.verdict ? [{ x: x(index), y: height * (1 - expectation(node.verdict.score, node.verdict.wdl)) }] : [],
    );
    const path = points.map((point) => `${point.x.toFixed(1)},${point.y.toFixed(1)}`).join(' ');
    const svg = shape('svg', { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', role: 'img' });
    const last = points.at(-1);
    svg.append(
      shape('title', {}, this.spoken()),
      shape('polygon', { class: 'white-area', points: `${points[0]?.x ?? 0},${height} ${path} ${last?.x ?? 0},${height}` }),
      shape('line', { class: 'middle', x1: 0, x2: width, y1: height / 2, y2: height / 2 }),
      shape('polyline', { class: 'curve', points: path }),
    );
    const here = this.line.indexOf(tree.current);
    if (here >= 0) svg.append(shape('line', { class: 'here', x1: x(here), x2: x(here), y1: 0, y2: height }));
    this.element.replaceChildren(svg);
  }

  private spoken(): string {
    const last = this.line.findLast((node) => node.verdict);
    const score = last?.verdict ? scoreText(last.verdict.score) : '';
    return `Evaluation over ${this.line.length - 1} moves; at the end ${score}`;
  }
}

function shape(name: string, attributes: Record<string, string | number>, text = ''): SVGElement {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  return element;
}
