// The lines of the UCI protocol, as the page needs them.

export type Score = { kind: 'cp'; value: number } | { kind: 'mate'; value: number };

export interface Wdl {
  win: number;
  draw: number;
  loss: number;
}

// Everything from the side to move's view, as the engine sends it.
export interface Info {
  depth: number;
  selDepth: number;
  multiPv: number;
  score: Score;
  bound?: 'lower' | 'upper';
  wdl?: Wdl;
  nodes: number;
  nps: number;
  hashFull: number;
  tbHits: number;
  time: number;
  pv: string[];
}

export interface BestMove {
  move: string | undefined; // nothing if there is no legal move
  ponder?: string;
}

// The command for a game's start and the moves since, which the engine needs to see repetitions.
export function positionLine({ fen, moves }: { fen: string; moves: readonly string[] }): string {
  return `position fen ${fen}${moves.length > 0 ? ` moves ${moves.join(' ')}` : ''}`;
}

// An `info` line with a score, or nothing: others (`info string`, `info currmove`) carry no result.
export function parseInfo(line: string): Info | undefined {
  const words = line.trim().split(/\s+/);
  if (words[0] !== 'info' || !words.includes('score')) return undefined;
  const info: Info = {
    depth: 0,
    selDepth: 0,
    multiPv: 1,
    score: { kind: 'cp', value: 0 },
    nodes: 0,
    nps: 0,
    hashFull: 0,
    tbHits: 0,
    time: 0,
    pv: [],
  };
  let at = 1;
  const number = (): number => Number(words[at++]) || 0;
  while (at < words.length) {
    switch (words[at++]) {
      case 'string':
        return undefined;
      case 'depth':
        info.depth = number();
        break;
      case 'seldepth':
        info.selDepth = number();
        break;
      case 'multipv':
        info.multiPv = number();
        break;
      case 'score': {
        const kind = words[at++] === 'mate' ? 'mate' : 'cp';
        info.score = { kind, value: number() };
        break;
      }
      case 'lowerbound':
        info.bound = 'lower';
        break;
      case 'upperbound':
        info.bound = 'upper';
        break;
      case 'wdl':
        info.wdl = { win: number(), draw: number(), loss: number() };
        break;
      case 'nodes':
        info.nodes = number();
        break;
      case 'nps':
        info.nps = number();
        break;
      case 'hashfull':
        info.hashFull = number();
        break;
      case 'tbhits':
        info.tbHits = number();
        break;
      case 'time':
        info.time = number();
        break;
      case 'pv':
        info.pv = words.slice(at);
        at = words.length;
        break;
    }
  }
  return info;
}

export function parseBestMove(line: string): BestMove | undefined {
  const words = line.trim().split(/\s+/);
  if (words[0] !== 'bestmove') return undefined;
  const move = words[1];
  return {
    move: move === undefined || move === '(none)' || move === '0000' ? undefined : move,
    ponder: words[2] === 'ponder' ? words[3] : undefined,
  };
}

// From White's view, whichever side is to move.
export function whiteScore(score: Score, whiteToMove: boolean): Score {
  return whiteToMove ? score : { kind: score.kind, value: -score.value };
}

export function scoreText(score: Score): string {
  if (score.kind === 'mate') return `${score.value < 0 ? '−' : ''}M${Math.abs(score.value)}`;
  const pawns = (Math.abs(score.value) / 100).toFixed(2);
  return `${score.value > 0 ? '+' : score.value < 0 ? '−' : ''}${pawns}`;
}

// The share of the point a side may expect, 0 to 1. The engine's own chances if it sends them, otherwise a
// curve with 50 % chance to win at +100, which is how its scores are scaled.
export function expectation(score: Score, wdl?: Wdl): number {
  if (score.kind === 'mate') return score.value > 0 ? 1 : 0;
  if (wdl) return (wdl.win + wdl.draw / 2) / 1000;
  return 1 / (1 + Math.exp(-score.value / 90));
}
