// The same search, node by node, in WebAssembly as in the native program; and how fast it is.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

const here = fileURLToPath(new URL('.', import.meta.url));
const program = process.env.STILLPOINT ?? join(here, '../../../stillpoint');

function result(text) {
  const [, nodes, speed] = /^(\d+) nodes (\d+) nps/m.exec(text) ?? [];
  return { nodes: Number(nodes), speed: Number(speed) };
}

// In a process of its own: the threads of the module keep one alive.
function benchInNode(variant) {
  const script = `
    import { loadInNode } from ${JSON.stringify(join(here, '../example/load_in_node.mjs'))};
    const engine = await loadInNode('${variant}', (line) => console.log(line));
    engine.send('bench');
    setTimeout(() => process.exit(0), 100);`;
  return result(spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', timeout: 120_000 }).stdout);
}

const benchNatively = () => (existsSync(program) ? result(spawnSync(program, ['bench'], { encoding: 'utf8' }).stderr) : undefined);

for (const variant of ['single', 'threads'])
  test(`bench of the module "${variant}"`, { skip: !existsSync(join(here, '../dist/wasm/stillpoint-single.wasm')) }, () => {
    // One after the other, so that both meet the same machine: what else it does changes by the minute.
    const native = benchNatively();
    const found = benchInNode(variant);
    assert.ok(found.nodes > 0);
    if (!native) return;
    console.log(`${variant}: ${found.speed} nps, native ${native.speed} nps, ratio ${(found.speed / native.speed).toFixed(2)}`);
    assert.equal(found.nodes, native.nodes);
  });
