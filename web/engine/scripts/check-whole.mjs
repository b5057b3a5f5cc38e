// Refuses to pack without the modules: nobody could use that.
import { existsSync, readFileSync } from 'node:fs';

const list = new URL('../dist/wasm/files.json', import.meta.url);
if (!existsSync(list) || !JSON.parse(readFileSync(list, 'utf8')).isBuilt) {
  console.error('stillpoint-engine: the modules are missing; build them first (make wasm)');
  process.exit(1);
}
