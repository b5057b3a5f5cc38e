// The same search, node by node, in WebAssembly as in the native program.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { benchInNode, benchNatively, variants } from './bench_runs.mjs';

for (const variant of variants)
  test(`bench of the module "${variant}"`, () => {
    assert.equal(benchInNode(variant), benchNatively());
  });
