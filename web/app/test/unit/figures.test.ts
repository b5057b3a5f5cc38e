import assert from 'node:assert/strict';
import { test } from 'node:test';
import { percent, sortRules, type Figures, type RuleFigures } from '../../src/explain/figures_data';
import { english } from '../../src/texts/english';
// @ts-expect-error a script of the build
import { figures } from '../../scripts/figures.mjs';

const made = (figures as (root: string) => Figures)('../..');

test('the figures have words for every rule and technique', () => {
  assert.ok(made.rules.length > 10 && made.techniques.length > 30);
  for (const rule of made.rules) assert.ok(rule.reason !== '' || rule.rule === 'late-move reduction', rule.rule);
  for (const technique of made.techniques) assert.notEqual(technique.what, '', technique.feature);
  assert.equal(made.rules.find(({ rule }) => rule === 'table cut-off')?.feature, 'table_cutoff');
});

test('rules are sorted by what is asked for', () => {
  const rule = (name: string, wrong: number, nodes_saved: number): RuleFigures => ({ rule: name, reason: '', feature: '', claims: 0, checked: 0, wrong, wrong_low: 0, wrong_high: 0, error_if_wrong_cp: 0, nodes_saved, depths: [] });
  const rules = [rule('a', 0.1, 1), rule('b', 0.2, 0)];
  assert.deepEqual(sortRules(rules, 'wrong').map((one) => one.rule), ['b', 'a']);
  assert.deepEqual(sortRules(rules, 'saves').map((one) => one.rule), ['a', 'b']);
  assert.deepEqual([0.5, 0.0512, 0.0012].map(percent), ['50', '5.1', '0.12']);
});

test('explanations are short', () => {
  for (const [word, meaning] of Object.entries(english.glossary)) assert.ok(meaning.length < 200, word);
});
