import { scoreText } from '../engine/uci';

// What a node knew about a move when its picker handed it out.
export interface Pick {
  place: number; // 1 for the first
  stage: string;
  score: number | null; // what the histories add up to, if the stage sorts by them
  extension?: number; // plies; these three in the main search only
  reduction_1024?: number;
  history?: number;
}

// As the engine writes scores for programs, from the side to move; the unit is UCI's. Nothing: a window's open end.
export type TreeScore = { cp: number } | { mate: number } | null;

// A recorded search, as `trace export ... json` describes it (docs/lab.md).
export interface TreeNode {
  id: number;
  step: string;
  move: string | null;
  purpose: string;
  kind: 'root' | 'pv' | 'non-pv';
  quiescence: boolean;
  cut_node: boolean;
  ply: number;
  depth: number;
  alpha: TreeScore;
  beta: TreeScore;
  score: TreeScore;
  bound: 'exact' | 'lower' | 'upper' | 'none';
  static_eval: TreeScore;
  in_check: boolean;
  rule: string;
  unit: 'score' | 'moves' | 'history' | 'exchange';
  figure: TreeScore | number; // a score where the unit is one
  limit: TreeScore | number;
  best: string | null;
  nodes: number;
  pick: Pick | null; // of the move that led here
  skipped: { move: string; rule: string; pick: Pick }[];
  searched: number;
  children?: TreeNode[];
}

export type Verdict = 'pv' | 'cut' | 'all' | 'rule' | 'stopped';

// "+0.34", "M3", "−M2".
export function treeScoreText(score: TreeScore): string {
  if (score === null) return 'none';
  return scoreText('cp' in score ? { kind: 'cp', value: score.cp } : { kind: 'mate', value: score.mate });
}

// What became of a node, in the few words the picture has colours for.
export function verdictOf(node: TreeNode): Verdict {
  if (node.rule !== 'none') return 'rule';
  if (node.bound === 'exact') return 'pv';
  if (node.bound === 'lower') return 'cut';
  return node.bound === 'upper' ? 'all' : 'stopped';
}
