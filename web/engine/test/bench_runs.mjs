// The node count of `bench`, in the native program and in both modules. STILLPOINT names another program than the main
// folder's.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const program = process.env.STILLPOINT ?? join(here, '../../../stillpoint');

export const variants = ['single', 'threads'];

export function benchNatively() {
  return run(program, ['bench']);
}

// In a process of its own: the threads of the module keep one alive.
export function benchInNode(variant) {
  const script = `
    import { loadInNode } from ${JSON.stringify(join(here, '../example/load_in_node.mjs'))};
    const engine = await loadInNode('${variant}', (line) => console.log(line));
    engine.send('bench');
    setTimeout(() => process.exit(0), 100);`;
  return run(process.execPath, ['--input-type=module', '-e', script]);
}

function run(command, words) {
  const done = spawnSync(command, words, { encoding: 'utf8', timeout: 300_000 });
  const text = `${done.stdout}\n${done.stderr}`;
  const [, nodes] = /^(\d+) nodes \d+ nps/m.exec(text) ?? [];
  if (!nodes) throw new Error(`bench failed: ${done.error ?? text}`);
  return Number(nodes);
}
