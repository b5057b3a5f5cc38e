// Nodes a second of a search of three million nodes, in the native program and in each module. STILLPOINT names
// another program than the main folder's.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEngine } from '../dist/node.js';

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

export async function searchInNode(flavour) {
  const engine = await createEngine({ flavour });
  const lines = [];
  await new Promise((done, failed) => {
    engine.onError = (message) => failed(new Error(message));
    engine.onLine = (line) => {
      lines.push(line);
      if (line.startsWith('bestmove')) done();
    };
    for (const command of commands) engine.send(command);
  });
  engine.terminate();
  return speedIn(lines.join('\n'));
}

function speedIn(text) {
  const last = [...text.matchAll(/^info depth .* nps (\d+)/gm)].at(-1);
  if (!last || !/^bestmove/m.test(text)) throw new Error(`no search was made: ${text}`);
  return Number(last[1]);
}
