import type { GameTree } from '../chess/game_tree';
import { Openings } from '../chess/openings';
import { startFen } from '../chess/rules';
import { texts } from '../texts';
import { byId } from './dom';

// The name of the opening that was played. The names are loaded with the first move of a game.
export class OpeningLine {
  private openings: Openings | undefined;
  private loading: Promise<unknown> | undefined;
  private tree: GameTree | undefined; // that is shown

  show(tree: GameTree): void {
    this.tree = tree;
    const line = byId('opening');
    const hasOpening = tree.root.fen === startFen && tree.current.parent !== undefined;
    if (hasOpening && !this.openings) {
      this.loading ??= this.load().then(() => this.openings && this.tree && this.show(this.tree));
    }
    const opening = hasOpening ? this.openings?.of(tree.current) : undefined;
    line.hidden = !opening;
    line.textContent = opening ? texts.opening(opening.code, opening.name) : '';
  }

  private async load(): Promise<void> {
    try {
      const answer = await fetch('openings.txt');
      if (answer.ok) this.openings = new Openings(await answer.text());
    } catch {
      // Without its server, and nothing kept: the page does without names.
    }
  }
}
