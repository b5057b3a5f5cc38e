// Names of openings by position, so that another order of moves finds them too.
import type { GameNode } from './game_tree';

export interface Opening {
  code: string; // ECO
  name: string;
}

const keyOf = (fen: string): string => fen.split(' ').slice(0, 2).join(' ');

export class Openings {
  private readonly byPosition = new Map<string, Opening>();

  // One a line: code, name, board and side to move, with tabs between them (scripts/build.mjs writes it).
  constructor(text: string) {
    for (const line of text.split('\n')) {
      const [code, name, position] = line.split('\t');
      if (code && name && position) this.byPosition.set(position, { code, name });
    }
  }

  // Of the last position on the way to this one that has a name.
  of(node: GameNode): Opening | undefined {
    for (let step: GameNode | undefined = node; step; step = step.parent) {
      const found = this.byPosition.get(keyOf(step.fen));
      if (found) return found;
    }
    return undefined;
  }
}
