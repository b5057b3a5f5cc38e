// What a node knew about a move when its picker handed it out.
export interface Pick {
  place: number; // 1 for the first
  stage: string;
  score: number | null; // what the histories add up to, if the stage sorts by them
  extension?: number; // plies; these three in the main search only
  reduction_1024?: number;
  history?: number;
}

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
  alpha: number;
  beta: number;
  score: number;
  bound: 'exact' | 'lower' | 'upper' | 'none';
  static_eval: number | null;
  in_check: boolean;
  rule: string;
  figure: number | null;
  limit: number | null;
  best: string | null;
  nodes: number;
  pick: Pick | null; // of the move that led here
  skipped: { move: string; rule: string; pick: Pick }[];
  searched: number;
  children?: TreeNode[];
}

export type Verdict = 'pv' | 'cut' | 'all' | 'rule' | 'stopped';

// What became of a node, in the few words the picture has colours for.
export function verdictOf(node: TreeNode): Verdict {
  if (node.rule !== 'none') return 'rule';
  if (node.bound === 'exact') return 'pv';
  if (node.bound === 'lower') return 'cut';
  return node.bound === 'upper' ? 'all' : 'stopped';
}
