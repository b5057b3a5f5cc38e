// What the lab's `horizon` says about a position: searches that differ only in what they do at their horizon.
export interface HorizonMove {
  san: string;
  score: string;
  nodes: number;
}

export interface HorizonRow {
  depth: number;
  without: HorizonMove | undefined; // evaluates at the horizon, whatever is going on there
  with: HorizonMove | undefined; // searches on until the position is quiet
}

export interface HorizonReport {
  rows: HorizonRow[];
  text: string; // what lies beyond the horizon, in words
}

const cell = /-(?=\s|$)|(\S+)\s+([+-]\d+\.\d\d|mated? in \d+|a (?:won|lost) ending)\s+(\d+)/g;

// The table's first line names its columns; nothing if they are not the expected ones.
export function parseHorizon(lines: readonly string[]): HorizonReport | undefined {
  const [depthWord, ...names] = lines[0]?.trim().split(/\s+/) ?? [];
  const without = names.indexOf('plain');
  const quiet = names.indexOf('quiescence');
  if (depthWord !== 'depth' || without < 0 || quiet < 0) return undefined;
  const end = lines.findIndex((line, index) => index > 0 && !/^\s*\d+ /.test(line));
  const rows = lines.slice(1, end < 0 ? undefined : end).map((line): HorizonRow => {
    const [, depth = '', rest = ''] = /^\s*(\d+)(.*)$/.exec(line) ?? [];
    const cells = [...rest.matchAll(cell)].map(([, san, score, nodes]) => (san && score ? { san, score, nodes: Number(nodes) } : undefined));
    return { depth: Number(depth), without: cells[without], with: cells[quiet] };
  });
  return { rows, text: end < 0 ? '' : lines.slice(end).join('\n').trim() };
}

// The most interesting row: the greatest depth at which the two choose different moves.
export function mostTelling(rows: readonly HorizonRow[]): HorizonRow | undefined {
  return rows.findLast((row) => row.without?.san !== row.with?.san) ?? rows.at(-1);
}
