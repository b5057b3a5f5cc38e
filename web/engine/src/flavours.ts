import type { Host } from './host.js';
import type { EngineOptions, Flavour } from './index.js';

// A module with one function, () -> v128: i32.const 0, i8x16.splat.
const smallestWithSimd = new Uint8Array([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0, 10, 8, 1, 6, 0, 0x41, 0, 0xfd, 15, 0x0b,
]);

export function canUseSimd(): boolean {
  return WebAssembly.validate(smallestWithSimd);
}

export function bestFlavour(host: Pick<Host, 'canUseThreads'>, { threads }: EngineOptions): Flavour {
  if (!canUseSimd()) return 'plain';
  return threads !== false && host.canUseThreads() ? 'threads' : 'single';
}
