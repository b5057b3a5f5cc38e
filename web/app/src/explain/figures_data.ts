// What `make audit` and `make ablation` measured, as scripts/figures.mjs puts it together.

export interface RuleFigures {
  rule: string;
  reason: string; // why it stops, as a clause; empty: it does not
  feature: string; // its technique; empty: it has none of its own
  claims: number;
  checked: number;
  wrong: number; // shares, 0 to 1
  wrong_low: number;
  wrong_high: number;
  error_if_wrong_cp: number;
  nodes_saved: number;
  depths: { depth: number; wrong: number; checked: number }[];
}

export interface TechniqueFigures {
  feature: string;
  what: string;
  default: boolean;
  elo: number;
  error: number;
  nodes_ratio: number;
}

export interface Figures {
  audit: { positions: number; depth: number; evaluation: string };
  ablation: { settings: string };
  rules: RuleFigures[];
  techniques: TechniqueFigures[];
}

export type RuleOrder = 'wrong' | 'saves' | 'errs';

const worth: Record<RuleOrder, (rule: RuleFigures) => number> = {
  wrong: (rule) => rule.wrong,
  saves: (rule) => rule.nodes_saved,
  errs: (rule) => rule.error_if_wrong_cp,
};

export function sortRules(rules: readonly RuleFigures[], order: RuleOrder): RuleFigures[] {
  return rules.toSorted((a, b) => worth[order](b) - worth[order](a));
}

export function percent(share: number): string {
  return (share * 100).toFixed(share >= 0.0995 ? 0 : share >= 0.00995 ? 1 : 2);
}

// A technique's name for people: "late_move_pruning" -> "late move pruning".
export function plainName(feature: string): string {
  return feature.replaceAll('_', ' ');
}
