import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { english } from '../../src/texts/english';

const markup = readFileSync('static/index.html', 'utf8');
const named = new Set([...markup.matchAll(/data-(?:text|label|hint)="(\w+)"/g)].map((match) => match[1] ?? ''));

test('every text the markup names is there, and no other', () => {
  assert.deepEqual([...named].sort(), Object.keys(english.page).sort());
});

test('the markup itself says nothing but names', () => {
  const body = markup.slice(markup.indexOf('<body>')).replace(/<h1>.*?<\/h1>/s, '');
  assert.deepEqual([...body.matchAll(/>[^<]*[A-Za-z]{2}[^<]*</g)].map(String), []);
  assert.deepEqual([...body.matchAll(/ (?:aria-label|title|alt)="[^"]+"/g)].map(String), []);
});
