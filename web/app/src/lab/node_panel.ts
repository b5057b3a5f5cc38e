import { Chessground } from '@lichess-org/chessground';
import type { Key } from '@lichess-org/chessground/types';
import { meaningOf, term, withTerms } from '../explain/terms';
import { texts } from '../texts';
import { byId, el } from '../view/dom';
import { factsOf, standing } from './node_facts';
import type { TreeNode } from './tree_node';
import type { TreeNotation } from './tree_notation';

// The selected node: its board, everything recorded about it, and what can be asked about it.
export class NodePanel {
  onOpen: (node: TreeNode) => void = () => {};
  onPlay: (moves: string[]) => void = () => {};
  onWhy: (moves: string[]) => void = () => {};
  private readonly board = Chessground(byId('tree-mini'), {
    viewOnly: true,
    coordinates: false,
    animation: { enabled: false },
    drawable: { enabled: false },
  });

  show(node: TreeNode, way: readonly TreeNode[], notation: TreeNotation): void {
    const moves = way.flatMap((step) => (step.move ? [step.move] : []));
    const isGame = !way.some((step) => step.purpose === 'null move'); // a null move cannot be played on the board
    byId('tree-facts').replaceChildren(
      ...factsOf(node, way, notation).map(([name, value]) => el('div', {}, el('dt', {}, term(name)), el('dd', {}, ...(name === texts.search.facts.way ? [value] : withTerms(value))))),
    );
    const last = moves.at(-1);
    this.board.set({ fen: notation.fen(node), lastMove: last ? [last.slice(0, 2) as Key, last.slice(2, 4) as Key] : [] });
    this.board.redrawAll();
    this.button('tree-open', node.searched > 0, () => this.onOpen(node));
    this.button('tree-board', isGame && moves.length > 0, () => this.onPlay(moves));
    this.button('tree-ask', isGame && moves.length > 0, () => this.onWhy(moves));
    byId('tree-skipped').replaceChildren(
      ...node.skipped.map(({ move, rule, pick }) =>
        el(
          'button',
          { type: 'button', class: 'small', disabled: !isGame, title: meaningOf(rule), onclick: () => this.onWhy([...moves, move]) },
          el('b', {}, notation.san(node, move)),
          ` ${rule} `,
          el('span', { class: 'faint' }, standing(pick)),
        ),
      ),
    );
    byId('tree-skipped-title').hidden = node.skipped.length === 0;
    byId('tree-why').textContent = '';
  }

  private button(id: string, isEnabled: boolean, action: () => void): void {
    const button = byId<HTMLButtonElement>(id);
    button.disabled = !isEnabled;
    button.onclick = action;
  }
}
