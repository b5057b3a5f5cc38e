// The signs of PGN (numeric annotation glyphs) that the page shows and offers, as far as usual fonts have them. Of the first two groups a move has one at most.
export const glyphGroups = {
  move: { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!', 7: '□' },
  position: { 10: '=', 13: '∞', 14: '+=', 15: '=+', 16: '±', 17: '∓', 18: '+−', 19: '−+' },
  remark: { 22: '⨀', 146: 'N', 32: '⟳', 36: '↑', 40: '→', 132: '⇆', 138: '⊕', 44: '=∞', 140: '∆' },
} as const satisfies Record<string, Record<number, string>>;

export type GlyphGroup = keyof typeof glyphGroups;

const symbols: Readonly<Record<number, string>> = Object.assign({}, ...Object.values(glyphGroups));

export function symbolsOf(nags: readonly number[]): string {
  return nags.map((nag) => symbols[nag] ?? '').join('');
}

// The signs after one of them was chosen, or given up if it was there.
export function withGlyph(nags: readonly number[], nag: number): number[] {
  if (nags.includes(nag)) return nags.filter((other) => other !== nag);
  const group = (Object.keys(glyphGroups) as GlyphGroup[]).find((name) => nag in glyphGroups[name]);
  const stays = (other: number): boolean => group === 'remark' || group === undefined || !(other in glyphGroups[group]);
  return [...nags.filter(stays), nag].sort((a, b) => a - b);
}
