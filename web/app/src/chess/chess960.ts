// The usual numbering of the 960 starts: 518 is ordinary chess.
const knightPlaces = [
  [0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4],
] as const;

export function backRank(number: number): string {
  if (!Number.isInteger(number) || number < 0 || number > 959) throw new RangeError('0 to 959');
  const rank: string[] = Array<string>(8).fill('');
  const free = (): number[] => rank.flatMap((piece, file) => (piece === '' ? [file] : []));
  const put = (piece: string, index: number): void => {
    rank[free()[index] ?? 0] = piece;
  };
  rank[(number % 4) * 2 + 1] = 'b';
  rank[(Math.floor(number / 4) % 4) * 2] = 'b';
  put('q', Math.floor(number / 16) % 6);
  const [first, second] = knightPlaces[Math.floor(number / 96)] ?? [0, 1];
  const places = free();
  rank[places[first] ?? 0] = 'n';
  rank[places[second] ?? 0] = 'n';
  for (const piece of ['r', 'k', 'r']) put(piece, 0);
  return rank.join('');
}

export function chess960Fen(number: number): string {
  const rank = backRank(number);
  const rooks = [...rank].flatMap((piece, file) => (piece === 'r' ? ['abcdefgh'[file] ?? ''] : []));
  // File letters, outer rook first: every program that knows Chess960 reads them.
  const rights = number === 518 ? 'KQkq' : [...rooks].reverse().join('').toUpperCase() + [...rooks].reverse().join('');
  return `${rank}/pppppppp/8/8/8/8/PPPPPPPP/${rank.toUpperCase()} w ${rights} - 0 1`;
}
