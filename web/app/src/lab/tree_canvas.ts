import { barAt, layOut, type Bar } from './icicle';
import { verdictOf, type TreeNode, type Verdict } from './tree_node';

const rowHeight = 22;
const rows = 16;
const leastRows = 6;
export const colours: Record<Verdict, string> = {
  pv: '#2f8f6f',
  cut: '#c9743a',
  all: '#5b7fa6',
  rule: '#8d6bb0',
  stopped: '#777777',
};

// The tree as bars on a canvas. Click or Enter: look closer; arrows: go from bar to bar.
export class TreeCanvas {
  onSelect: (node: TreeNode) => void = () => {};
  onOpen: (node: TreeNode) => void = () => {};
  labelOf: (node: TreeNode) => string = (node) => node.step;
  private bars: Bar[] = [];
  private top: TreeNode | undefined;
  private selected: TreeNode | undefined;

  constructor(private readonly canvas: HTMLCanvasElement) {
    canvas.addEventListener('click', (event) => this.select(this.under(event)));
    canvas.addEventListener('dblclick', (event) => {
      const bar = this.under(event);
      if (bar) this.onOpen(bar.node);
    });
    canvas.addEventListener('keydown', (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(canvas);
  }

  show(top: TreeNode): void {
    this.top = top;
    this.selected = top;
    this.draw();
    this.onSelect(top);
  }

  // Draws again, after more of the tree has arrived.
  draw(): void {
    if (!this.top || this.canvas.clientWidth === 0) return;
    const scale = devicePixelRatio || 1;
    const width = this.canvas.clientWidth;
    this.bars = layOut(this.top, width, rows);
    const height = rowHeight * Math.max(leastRows, ...this.bars.map((bar) => bar.row + 1));
    this.canvas.width = width * scale;
    this.canvas.height = height * scale;
    this.canvas.style.height = `${height}px`;
    const picture = this.canvas.getContext('2d');
    if (!picture) return;
    picture.scale(scale, scale);
    picture.font = '12px system-ui, sans-serif';
    picture.textBaseline = 'middle';
    for (const bar of this.bars) this.drawBar(picture, bar);
  }

  private drawBar(picture: CanvasRenderingContext2D, bar: Bar): void {
    const y = bar.row * rowHeight;
    const gap = bar.width > 3 ? 1 : 0;
    picture.globalAlpha = bar.node.quiescence ? 0.55 : 1;
    picture.fillStyle = colours[verdictOf(bar.node)];
    picture.fillRect(bar.x, y, bar.width - gap, rowHeight - 1);
    picture.globalAlpha = 1;
    if (bar.node === this.selected) {
      picture.strokeStyle = '#ffffff';
      picture.lineWidth = 2;
      picture.strokeRect(bar.x + 1, y + 1, Math.max(1, bar.width - gap - 2), rowHeight - 3);
    }
    if (bar.width < 34) return;
    picture.save();
    picture.beginPath();
    picture.rect(bar.x, y, bar.width - gap - 2, rowHeight);
    picture.clip();
    picture.fillStyle = '#ffffff';
    // There is more below than is shown.
    const more = bar.node.searched > 0 && !bar.node.children ? ' …' : '';
    picture.fillText(this.labelOf(bar.node) + more, bar.x + 4, y + rowHeight / 2);
    picture.restore();
  }

  private under(event: MouseEvent): Bar | undefined {
    const box = this.canvas.getBoundingClientRect();
    return barAt(this.bars, event.clientX - box.left, Math.floor((event.clientY - box.top) / rowHeight));
  }

  private select(bar: Bar | undefined): void {
    if (!bar) return;
    this.selected = bar.node;
    this.draw();
    this.onSelect(bar.node);
  }

  private key(event: KeyboardEvent): void {
    const bar = this.bars.find((other) => other.node === this.selected);
    if (!bar) return;
    const family = this.bars.filter((other) => other.parent === bar.parent);
    const beside = (step: number): Bar | undefined => family[family.indexOf(bar) + step];
    const targets: Record<string, Bar | undefined> = {
      ArrowUp: bar.parent,
      ArrowDown: this.bars.find((other) => other.parent === bar),
      ArrowLeft: beside(-1),
      ArrowRight: beside(1),
    };
    if (event.key === 'Enter') this.onOpen(bar.node);
    else if (event.key in targets) this.select(targets[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
