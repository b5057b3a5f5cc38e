// What an address carries after its '#', which browsers send nowhere: the key to the native engine, and a position
// or a game to show.
export interface Wishes {
  token?: string;
  fen?: string;
  pgn?: string;
}

export function parseHash(hash: string): Wishes {
  const wishes: Wishes = {};
  for (const part of hash.replace(/^#/, '').split('&')) {
    const [name, text = ''] = cut(part);
    if (name === 'token' && /^[0-9a-f]+$/.test(text)) wishes.token = text;
    // Other sites write a FEN's spaces as underscores.
    if (name === 'fen' && text !== '') wishes.fen = decoded(text).replaceAll('_', ' ');
    if (name === 'pgn' && text !== '') wishes.pgn = decoded(text);
  }
  return wishes;
}

// The wishes of this page's address, which is then clean: a token is not for others to see, and what is done
// with the game from now on must outlive a reload.
export function takeWishes(): Wishes {
  const wishes = parseHash(location.hash);
  if (Object.keys(wishes).length > 0) history.replaceState(null, '', location.pathname + location.search);
  return wishes;
}

export function linkTo(kind: 'fen' | 'pgn', text: string): string {
  return `${location.origin}${location.pathname}#${kind}=${encodeURIComponent(text)}`;
}

function cut(part: string): [string, string?] {
  const at = part.indexOf('=');
  return at < 0 ? [part] : [part.slice(0, at), part.slice(at + 1)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // somebody typed a '%' themselves
  }
}
