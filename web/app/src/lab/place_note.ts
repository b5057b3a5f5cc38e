import type { App, Place } from '../app';
import { el } from '../view/dom';
import { texts } from '../texts';

// Says which position something on the page belongs to, as soon as another one is on the board.
export class PlaceNote {
  private place: Place | undefined;
  private readonly text = el('span');
  private readonly button = el('button', { type: 'button', class: 'small', onclick: () => this.goThere() }, texts.search.goToIt);

  // `what` begins the sentence: "This tree".
  constructor(
    private readonly app: App,
    private readonly element: HTMLElement,
    private readonly what: string,
  ) {
    element.append(this.text, ' ', this.button);
  }

  set(place: Place): void {
    this.place = place;
    this.show();
  }

  show(): void {
    const { place, app } = this;
    this.element.hidden = !place || place.node.fen === app.tree.current.fen;
    if (!place || this.element.hidden) return;
    this.button.hidden = !this.isInGame;
    const where = place.node.parent ? texts.search.afterMove(place.tree.moveNumber(place.node), place.node.san) : texts.search.atStart;
    this.text.textContent = texts.search.elsewhere(this.what, where, this.isInGame);
  }

  // Puts the position back on the board; whether that is possible.
  goThere(): boolean {
    if (!this.place || !this.isInGame) return false;
    this.app.go(this.place.node);
    return true;
  }

  private get isInGame(): boolean {
    return this.place !== undefined && this.place.tree === this.app.tree && this.app.tree.contains(this.place.node);
  }
}
