// Loads one of the modules in Node.js, without a worker: `send` returns when a search has ended (single) or
// has begun (threads).
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = join(fileURLToPath(new URL('.', import.meta.url)), '../dist/wasm');
const require = createRequire(import.meta.url);

export async function loadInNode(variant, onLine, folder = modules) {
  const file = join(folder, `stillpoint-${variant}`);
  const engine = await require(`${file}.js`)({
    wasmBinary: readFileSync(`${file}.wasm`),
    arguments: [], // not this script's
    threadPoolSize: 4,
    print: onLine,
    printErr: onLine,
  });
  const { net } = JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8'));
  if (net) {
    engine.FS.writeFile('/stillpoint.nn', readFileSync(join(folder, net)));
    engine.ccall('stillpoint_command', null, ['string'], ['setoption name EvalFile value /stillpoint.nn']);
  }
  return { send: (line) => engine.ccall('stillpoint_command', null, ['string'], [line]) };
}
