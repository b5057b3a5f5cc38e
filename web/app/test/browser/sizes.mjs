// How much the page's files weigh.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './board.mjs';

const dist = join(root, 'web/app/dist');

// What every visitor loads is apart from what is loaded when it is wanted: engine, network, names of openings, figures.
export function pageSizes() {
  return readdirSync(dist, { recursive: true })
    .filter((file) => statSync(join(dist, file)).isFile())
    .sort()
    .map((file) => {
      const bytes = readFileSync(join(dist, file));
      return {
        file,
        bytes: bytes.length,
        compressed: gzipSync(bytes, { level: 9 }).length,
        isForAll: !/^engine\/|^openings|^figures|^service_worker/.test(file),
      };
    });
}

export function sumForAll(sizes) {
  const all = sizes.filter(({ isForAll }) => isForAll);
  return Object.fromEntries(['bytes', 'compressed'].map((name) => [name, all.reduce((sum, size) => sum + size[name], 0)]));
}
