// `bench` of the native program and of both modules: nodes, nodes a second, seconds of processor time. STILLPOINT
// names another program than the main folder's.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const program = process.env.STILLPOINT ?? join(here, '../../../stillpoint');

export const variants = ['single', 'threads'];

export function benchNatively() {
  return run('bash', ['-c', 'TIMEFORMAT="processor: %U %S"; time "$0" bench', program]);
}

// In a process of its own: the threads of the module keep one alive.
export function benchInNode(variant) {
  const script = `
    import { loadInNode } from ${JSON.stringify(join(here, '../example/load_in_node.mjs'))};
    const engine = await loadInNode('${variant}', (line) => console.log(line));
    const start = process.cpuUsage();
    engine.send('bench');
    const { user, system } = process.cpuUsage(start);
    console.log('processor:', user / 1e6, system / 1e6);
    setTimeout(() => process.exit(0), 100);`;
  return run(process.execPath, ['--input-type=module', '-e', script]);
}

function run(command, words) {
  const done = spawnSync(command, words, { encoding: 'utf8', timeout: 300_000 });
  const text = `${done.stdout}\n${done.stderr}`;
  const [, nodes, speed] = /^(\d+) nodes (\d+) nps/m.exec(text) ?? [];
  const [, user, system] = /^processor: (\S+) (\S+)/m.exec(text) ?? [];
  if (!nodes || !user) throw new Error(`bench failed: ${done.error ?? text}`);
  return { nodes: Number(nodes), speed: Number(speed), seconds: Number(user) + Number(system) };
}
