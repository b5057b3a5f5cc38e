// Nodes a second of a search of three million nodes, in the native program and in both modules. STILLPOINT names
// another program than the main folder's.
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const program = process.env.STILLPOINT ?? join(here, '../../../stillpoint');
const commands = [
  'setoption name Hash value 16',
  'position fen r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10',
  'go nodes 3000000',
];

export function searchNatively() {
  return new Promise((done, failed) => {
    const engine = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
    let text = '';
    engine.on('error', failed);
    engine.stdout.on('data', (data) => {
      text += data;
      if (text.includes('bestmove')) engine.stdin.end('quit\n');
    });
    engine.on('exit', () => done(speedIn(text)));
    engine.stdin.write(`${commands.join('\n')}\n`);
  });
}

// In a process of its own: the threads of the module keep one alive.
export function searchInNode(variant) {
  const script = `
    import { loadInNode } from ${JSON.stringify(join(here, '../example/load_in_node.mjs'))};
    const engine = await loadInNode('${variant}', (line) => {
      console.log(line);
      if (line.startsWith('bestmove')) setTimeout(() => process.exit(0), 100);
    });
    for (const command of ${JSON.stringify(commands)}) engine.send(command);`;
  return speedIn(spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', timeout: 300_000 }).stdout);
}

function speedIn(text) {
  const last = [...text.matchAll(/^info depth .* nps (\d+)/gm)].at(-1);
  if (!last || !/^bestmove/m.test(text)) throw new Error(`no search was made: ${text}`);
  return Number(last[1]);
}
