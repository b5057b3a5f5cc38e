import type { Color, Role } from 'chessops/types';
import type { Settings } from '../settings';

// Drawn for this page, on a field of 45 by 45: outlines, and lines inside them.
const shapes: Readonly<Record<Role, { outline: string; inside?: string }>> = {
  pawn: { outline: 'M22.5 9a5.5 5.5 0 0 1 3.6 9.7c3.3 1.6 4.4 5.6 4.6 10.8h2.8a2 2 0 0 1 2 2V37h-26v-5.5a2 2 0 0 1 2-2h2.8c.2-5.2 1.3-9.2 4.6-10.8A5.5 5.5 0 0 1 22.5 9Z', inside: 'M13.5 32.5h18' },
  rook: { outline: 'M11 8h5v4h4V8h5v4h4V8h5v8.5l-4 3.5v9l3 2.5V37H12v-5.5l3-2.5v-9l-4-3.5Z', inside: 'M15 20h15M14.5 30h16M11.5 15.5h22' },
  knight: {
    outline: 'M19 7.5l2.2 3.6c8.6.8 13.3 7 13.3 15.9 0 3.7-.6 7-1.4 10H14c0-6.4 3.6-9.4 7.6-13.4-3 1.4-5.6 1.2-7.4 2.8l-2.6 2.7c-2.3 1.4-5-1-4-3.4l5-9.6c1.4-2.8 3-4.3 5-5.2Z',
    inside: 'M16.2 17.4h.1M26 14.5c4 3 5.3 8.5 5 16',
  },
  bishop: { outline: 'M22.5 6.5a3 3 0 0 1 2.1 5.1c4.6 3.2 7.4 7.4 7.4 11.6 0 2.8-1.2 4.6-3 5.8l1 2.5h2.5a2 2 0 0 1 2 2V37h-24v-3.5a2 2 0 0 1 2-2H15l1-2.5c-1.8-1.2-3-3-3-5.8 0-4.2 2.8-8.4 7.4-11.6a3 3 0 0 1 2.1-5.1Z', inside: 'M22.5 16v8M18.5 20h8M16 29.5h13' },
  queen: { outline: 'M22.5 6a2.6 2.6 0 0 1 1.3 4.9l3.6 9.3 6.2-7.2a2.4 2.4 0 1 1 2.8 1.2L33.5 29l1 8h-24l1-8-2.9-14.8a2.4 2.4 0 1 1 2.8-1.2l6.2 7.2 3.6-9.3A2.6 2.6 0 0 1 22.5 6Z', inside: 'M12 29.5c6-2 15-2 21 0M11.5 33.5h22' },
  king: { outline: 'M20.5 4.5h4v3h3v4h-3V15c4.6-3.4 13-2.4 13 4.8 0 4-3 6.7-4 9.7l1 7.5h-24l1-7.5c-1-3-4-5.7-4-9.7 0-7.2 8.4-8.2 13-4.8v-3.5h-3v-4h3Z', inside: 'M12 29.5c6-2 15-2 21 0M11.5 33.5h22M22.5 16v11.5' },
};
const letters: Readonly<Record<Role, string>> = { king: 'K', queen: 'Q', rook: 'R', bishop: 'B', knight: 'N', pawn: 'P' };
const paint: Readonly<Record<Color, { fill: string; line: string }>> = {
  white: { fill: '#fbfaf5', line: '#3a3f44' },
  black: { fill: '#3f4449', line: '#14171a' },
};

function flat(role: Role, color: Color): string {
  const { outline, inside = '' } = shapes[role];
  const { fill, line } = paint[color];
  const inner = color === 'white' ? line : '#e6e4df';
  return `<path d="${outline}" fill="${fill}" stroke="${line}" stroke-width="1.5" stroke-linejoin="round"/><path d="${inside}" fill="none" stroke="${inner}" stroke-width="1.5" stroke-linecap="round"/>`;
}

function letter(role: Role, color: Color): string {
  const { fill, line } = paint[color];
  const ink = color === 'white' ? line : '#fbfaf5';
  const size = role === 'pawn' ? 11 : 16;
  return `<circle cx="22.5" cy="22.5" r="${size}" fill="${fill}" stroke="${line}" stroke-width="1.5"/><text x="22.5" y="22.5" dy=".36em" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="${size * 1.3}" fill="${ink}">${letters[role]}</text>`;
}

const drawings = { flat, letters: letter };

// Chessground's own pictures (Cburnett) are in the page's style sheet; another set covers them.
export function applyPieces(set: Settings['pieces']): void {
  const id = 'piece-set-style';
  document.getElementById(id)?.remove();
  if (set === 'cburnett' || !(set in drawings)) return;
  const style = document.createElement('style');
  style.id = id;
  style.textContent = styleOf(drawings[set]);
  document.head.append(style);
}

function styleOf(draw: (role: Role, color: Color) => string): string {
  const rules = (Object.keys(shapes) as Role[]).flatMap((role) =>
    (['white', 'black'] as const).map((color) => {
      const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45">${draw(role, color)}</svg>`;
      return `.cg-wrap piece.${role}.${color} { background-image: url("data:image/svg+xml,${encodeURIComponent(picture)}"); }`;
    }),
  );
  return rules.join('\n');
}
