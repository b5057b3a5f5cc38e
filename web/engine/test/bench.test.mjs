// The same search, node by node, in WebAssembly as in the native program.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { benchInNode, benchNatively, flavours } from './bench_runs.mjs';

const expected = benchNatively();
for (const flavour of flavours)
  test(`bench of the module "${flavour}"`, { timeout: 600_000 }, async () => {
    assert.equal(await benchInNode(flavour), expected);
  });
