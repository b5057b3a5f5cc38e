import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TreeStore } from '../../src/lab/tree_store';

// An engine whose answers have children only if few levels were asked for.
function storeWithRoom(forLevels: number): { store: TreeStore; asked: string[] } {
  const asked: string[] = [];
  const store = new TreeStore((commands) => {
    asked.push(...commands);
    const levels = Number(/depth (\d+)$/.exec(commands[0] ?? '')?.[1]);
    const children = levels <= forLevels ? [{ id: 2, searched: 0, children: [] }] : undefined;
    return Promise.resolve([JSON.stringify({ id: 1, searched: 1, children })]);
  });
  return { store, asked };
}

test('what is too much for one answer is asked for in smaller pieces', async () => {
  const { store, asked } = storeWithRoom(1);
  const root = await store.iteration(7);
  assert.equal(root.children?.length, 1);
  assert.deepEqual(asked, [4, 2, 1].map((levels) => `trace export json depth=7 depth ${levels}`));
  assert.deepEqual(store.path(root), []);
  assert.deepEqual(store.path(root.children[0]!), [root.children[0]]);
});

test('an iteration is fetched once', async () => {
  const { store, asked } = storeWithRoom(4);
  assert.equal(await store.iteration(7), await store.iteration(7));
  assert.equal(asked.length, 1);
});

test('what the engine says instead of a tree is an error', async () => {
  const store = new TreeStore(() => Promise.resolve(["info string error: no iteration 'depth=7'"]));
  await assert.rejects(store.iteration(7), { message: "no iteration 'depth=7'" });
});
