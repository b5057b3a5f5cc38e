// The node count of `bench`, in the native program and in each module. STILLPOINT names another program than the main
// folder's.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEngine } from '../dist/node.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const program = process.env.STILLPOINT ?? join(here, '../../../stillpoint');

export const flavours = ['plain', 'single', 'threads'];

export function benchNatively() {
  const done = spawnSync(program, ['bench'], { encoding: 'utf8', timeout: 300_000 });
  const text = `${done.stdout}\n${done.stderr}`;
  const nodes = nodesIn(text);
  if (nodes === undefined) throw new Error(`bench failed: ${done.error ?? text}`);
  return nodes;
}

export async function benchInNode(flavour) {
  const engine = await createEngine({ flavour });
  try {
    return await new Promise((done, failed) => {
      engine.onError = (message) => failed(new Error(message));
      engine.onLine = (line) => {
        const nodes = nodesIn(line);
        if (nodes !== undefined) done(nodes);
      };
      engine.send('bench');
    });
  } finally {
    engine.terminate();
  }
}

function nodesIn(text) {
  const found = /^(?:info string )?(\d+) nodes \d+ nps/m.exec(text);
  return found ? Number(found[1]) : undefined;
}
