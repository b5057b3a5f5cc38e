// A PGN with many games, each with tags, comments and a hundred half-moves or so.
export function manyGames(count) {
  const moves = [];
  for (let number = 1; number <= 12; ++number) {
    const back = number % 2 === 0;
    moves.push(`${2 * number - 1}. ${back ? 'Ng1' : 'Nf3'} { [%clk 0:0${number % 10}:00] } ${back ? 'Ng8' : 'Nf6'} ${2 * number}. ${back ? 'Nb1' : 'Nc3'} ${back ? 'Nb8' : 'Nc6'}`);
  }
  const text = moves.join(' ').replace(/(.{60,80}) /g, '$1\n');
  return Array.from({ length: count }, (_, index) =>
    [
      '[Event "Open; the second one"]', '[Site "Here"]', `[Date "${1900 + (index % 120)}.01.01"]`, `[Round "${index + 1}"]`, `[White "White ${index + 1}"]`,
      `[Black "Black ${count - index}"]`, `[Result "${['1-0', '0-1', '1/2-1/2'][index % 3]}"]`, '', text, ['1-0', '0-1', '1/2-1/2'][index % 3], '', '',
    ].join('\n'),
  ).join('');
}
