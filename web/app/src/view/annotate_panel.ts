import { glyphGroups, type GlyphGroup } from '../chess/glyphs';
import type { GameNode } from '../chess/game_tree';
import { texts } from '../texts';
import { byId, el } from './dom';

// Signs and words for the move on the board.
export class AnnotatePanel {
  onGlyph: (nag: number) => void = () => {};
  onComment: (text: string) => void = () => {};
  private readonly buttons = new Map<number, HTMLButtonElement>();
  private readonly text = byId<HTMLTextAreaElement>('comment');
  private readonly part = byId<HTMLDetailsElement>('annotate');

  constructor() {
    for (const group of Object.keys(glyphGroups) as GlyphGroup[])
      byId('glyphs').append(el('div', { role: 'group', 'aria-label': texts.glyphs.groups[group], class: 'row' }, ...this.group(group)));
    this.text.addEventListener('input', () => this.onComment(this.text.value));
    // Enter is done with it; a new line needs Shift.
    this.text.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' || (event.key === 'Enter' && !event.shiftKey)) {
        event.preventDefault();
        this.text.blur();
      }
    });
  }

  show(node: GameNode): void {
    if (this.text.value !== node.comment) this.text.value = node.comment;
    for (const [nag, button] of this.buttons) {
      button.setAttribute('aria-pressed', String(node.nags.includes(nag)));
      button.disabled = !node.parent;
    }
  }

  open(): void {
    this.part.open = true;
    this.text.focus();
  }

  private group(name: GlyphGroup): HTMLElement[] {
    return Object.entries(glyphGroups[name]).map(([key, symbol]) => {
      const nag = Number(key) as keyof typeof texts.glyphs & number;
      const label = texts.glyphs[nag];
      const button = el('button', { type: 'button', class: 'small', 'aria-label': label, title: label, onclick: () => this.onGlyph(nag) }, symbol);
      this.buttons.set(nag, button);
      return button;
    });
  }
}
