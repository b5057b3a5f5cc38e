// What the audit and the ablation measured, with the rules' and techniques' own words from the sources, as one
// small file for the page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// The rules of the search, each with what it says of itself.
export function ruleReasons(root) {
  // Adjacent literals are one text in C++.
  const source = readFileSync(join(root, 'src/search/rule.h'), 'utf8').replace(/"\s*\n\s*"/g, '');
  const rows = [...source.matchAll(/\{Rule::\w+, "([^"]+)",\s*"([^"]+)"/g)];
  if (rows.length < 10) throw new Error('figures: the rules in src/search/rule.h were not understood');
  return Object.fromEntries(rows.map(([, name, reason]) => [name, reason]));
}

export function figures(root) {
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const audit = JSON.parse(read('docs/audit.json'));
  const ablation = JSON.parse(read('docs/ablation.json'));
  const reasons = ruleReasons(root);
  const purposes = new Map([...read('src/search/features.def').matchAll(/^FEATURE\((\w+), \w+, "([^"]+)"\)/gm)].map(([, name, what]) => [name, what]));
  const plain = (name) => name.toLowerCase().replace(/[^a-z]/g, '');
  const features = new Map([...purposes.keys()].map((name) => [plain(name), name]));
  const rounded = (value) => (Number.isInteger(value) ? value : Number(value.toPrecision(4)));
  const some = (row, names) => Object.fromEntries(names.map((name) => [name, rounded(row[name])]));
  return {
    audit: { positions: audit.positions, depth: audit.depth, evaluation: audit.evaluation },
    ablation: { settings: ablation.settings },
    rules: audit.rules.map((row) => ({
      rule: row.rule,
      reason: reasons[row.rule] ?? '',
      feature: features.get(plain(row.rule)) ?? '',
      ...some(row, ['claims', 'checked', 'wrong', 'wrong_low', 'wrong_high', 'error_if_wrong_cp', 'nodes_saved']),
      depths: row.depths.map((depth) => some(depth, ['depth', 'wrong', 'checked'])),
    })),
    // Techniques that were measured but are no more, or have another name, tell nobody anything.
    techniques: ablation.rows.filter((row) => purposes.has(row.feature)).map((row) => ({
      feature: row.feature,
      what: purposes.get(row.feature),
      default: row.default,
      ...some(row, ['elo', 'error', 'nodes_ratio']),
    })),
  };
}
