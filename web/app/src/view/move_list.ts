import type { GameNode, GameTree } from '../chess/game_tree';
import { el } from './dom';

const signs: Record<number, string> = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' };

// The game's moves with variations in brackets, each a button.
export class MoveList {
  onGo: (node: GameNode) => void = () => {};

  constructor(private readonly element: HTMLElement) {}

  show(tree: GameTree): void {
    const out: (Node | string)[] = [...this.comment(tree.root.comment)];
    this.line(tree, tree.root, out, false);
    if (tree.root.children.length === 0) out.push(el('span', { class: 'faint' }, 'No moves yet.'));
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
    let needsNumber = true;
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
    const inner: (Node | string)[] = ['(', ...this.comment(first.before), this.move(tree, first, true), ' ', ...this.comment(first.comment)];
    this.line(tree, first, inner, true);
    if (inner.at(-1) === ' ') inner.pop();
    return el('span', { class: 'variation' }, ...inner, ')');
  }

  private comment(text: string): (Node | string)[] {
    return text === '' ? [] : [el('span', { class: 'comment' }, text), ' '];
  }

  private move(tree: GameTree, node: GameNode, needsNumber: boolean): HTMLElement {
    const number = tree.moveNumber(node);
    const sign = node.nags.map((nag) => signs[nag] ?? '').join('');
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
    );
  }
}
