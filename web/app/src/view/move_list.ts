import type { GameNode, GameTree } from '../chess/game_tree';
import { symbolsOf } from '../chess/glyphs';
import { el } from './dom';
import { texts } from '../texts';

// The game's moves, each a button. Variations stand indented below the move they replace, as a tree; each can be folded, moved up
// and removed.
export class MoveList {
  onGo: (node: GameNode) => void = () => {};
  onRaise: (node: GameNode) => void = () => {};
  onRemove: (node: GameNode) => void = () => {};
  extras: (node: GameNode) => Node[] = () => []; // what stands behind a move
  private readonly folded = new WeakSet<GameNode>();

  constructor(private readonly element: HTMLElement) {}

  show(tree: GameTree): void {
    const out: (Node | string)[] = [...this.comment(tree.root.comment)];
    this.line(tree, tree.root, out, false);
    if (tree.root.children.length === 0) out.push(el('span', { class: 'faint' }, texts.game.noMoves), ' ');
    const result = resultText(tree);
    if (result) out.push(el('b', { class: 'result' }, result));
    this.element.replaceChildren(...out);
    this.scrollToCurrent();
  }

  private scrollToCurrent(): void {
    const current = this.element.querySelector<HTMLElement>('[aria-current]');
    if (!current) return;
    const top = current.offsetTop - this.element.offsetTop;
    if (top < this.element.scrollTop || top + current.offsetHeight > this.element.scrollTop + this.element.clientHeight)
      this.element.scrollTop = top - this.element.clientHeight / 2;
  }

  private line(tree: GameTree, from: GameNode, out: (Node | string)[], isVariation: boolean): void {
    let needsNumber = !isVariation || from.comment !== '';
    for (let node = from; node.children.length > 0; ) {
      const [main, ...others] = node.children as [GameNode, ...GameNode[]];
      out.push(this.move(tree, main, needsNumber), ' ');
      needsNumber = main.comment !== '' || others.length > 0;
      out.push(...this.comment(main.comment));
      for (const other of others) out.push(this.variation(tree, other), ' ');
      node = main;
    }
    if (isVariation && out.at(-1) === ' ') out.pop();
  }

  private variation(tree: GameTree, first: GameNode): HTMLElement {
    const isFolded = this.folded.has(first) && !(tree.current !== first && tree.current.path().includes(first));
    const inner: (Node | string)[] = [...this.comment(first.before), this.move(tree, first, true), ' ', ...this.comment(first.comment)];
    if (!isFolded) this.line(tree, first, inner, true);
    else if (first.children.length > 0) inner.push('…');
    const label = texts.variation.label(`${tree.moveNumber(first)} ${first.san}`);
    return el('div', { class: 'variation', role: 'group', 'aria-label': label }, this.tools(tree, first, isFolded), ...inner);
  }

  // What can be done with a variation.
  private tools(tree: GameTree, first: GameNode, isFolded: boolean): HTMLElement {
    const button = (sign: string, label: string, action: () => void, more: Record<string, string> = {}): HTMLElement =>
      el('button', { type: 'button', class: 'tool', 'aria-label': label, title: label, onclick: action, ...more }, sign);
    const fold = (): void => {
      if (isFolded) this.folded.delete(first);
      else this.folded.add(first);
      if (!isFolded && tree.current.path().includes(first)) this.onGo(first);
      this.show(tree);
    };
    return el(
      'span',
      { class: 'variation-tools' },
      button(isFolded ? '▸' : '▾', texts.variation.fold, fold, { 'aria-expanded': String(!isFolded) }),
      button('↑', texts.variation.promote, () => this.onRaise(first)),
      button('✕', texts.variation.remove, () => this.onRemove(first)),
    );
  }

  private comment(text: string): (Node | string)[] {
    return text === '' ? [] : [el('span', { class: 'comment' }, text), ' '];
  }

  private move(tree: GameTree, node: GameNode, needsNumber: boolean): HTMLElement {
    const number = tree.moveNumber(node);
    const sign = symbolsOf(node.nags);
    const text = `${needsNumber || number.endsWith('.') ? `${number} ` : ''}${node.san}${sign}`;
    return el(
      'button',
      {
        type: 'button',
        class: 'move',
        'aria-current': node === tree.current ? 'true' : undefined,
        onclick: () => this.onGo(node),
      },
      text,
      ...this.extras(node),
    );
  }
}

// Nothing while nobody knows.
function resultText({ headers }: GameTree): string {
  const result = headers.get('Result') ?? '*';
  return result === '*' ? '' : result.replaceAll('1/2', '½').replace('-', '–');
}
