import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findGames, GameCutter, searchText, type ListedGame } from '../../src/chess/game_index';
import { readPgn } from '../../src/chess/pgn';

function cut(text: string, size: number): ListedGame[] {
  const games: ListedGame[] = [];
  const cutter = new GameCutter((game) => games.push(game));
  for (let at = 0; at < text.length; at += size) cutter.add(text.slice(at, at + size));
  cutter.end();
  return games;
}

const text = [
  '\uFEFF[Event "First"]\r\n[White "A \\"x\\" y"]\r\n\r\n1. e4 { a comment\r\n\r\n[Event "not a tag"]\r\n} e5 1-0\r\n',
  '[Event "Second"]\n\n; about { it\n1. d4 ; {\nd5 *\n\n',
  'no game at all\n\n',
  '1. c4 c5 *\n\n\n1. Nf3 *',
].join('\n');

test('games are cut the same whatever pieces they come in', () => {
  for (const size of [1, 7, 64, 100_000]) {
    const games = cut(text, size);
    assert.deepEqual(games.map((game) => game.tags.get('Event')), ['First', 'Second', undefined, undefined]);
    assert.equal(games[0]?.tags.get('White'), 'A "x" y');
    assert.deepEqual(
      games.map((game) => readPgn(game.text)[0]?.tree.mainLine().map((node) => node.san).join(' ')),
      ['e4 e5', 'd4 d5', 'c4 c5', 'Nf3'],
    );
  }
});

test('games are found by every word', () => {
  const texts = ['[White "Anand"]\n[Date "2010.01.02"]\n\n*', '[Black "Anand"]\n[Event "Wijk"]\n\n*'].flatMap((game) => cut(game, 100)).map(searchText);
  assert.deepEqual(findGames(texts, 'anand'), [0, 1]);
  assert.deepEqual(findGames(texts, ' WIJK anand'), [1]);
  assert.deepEqual(findGames(texts, '2010'), [0]);
  assert.deepEqual(findGames(texts, 'karpov'), []);
  assert.deepEqual(findGames(texts, ''), [0, 1]);
});
