// The package in browsers; src/node.ts is the same for Node.js. All types others see are here, so that their
// declarations are one file.
import { browser } from './browser.js';
import { isThere, start } from './start.js';

/** Which module runs: without SIMD, with SIMD, or with SIMD and threads. */
export type Flavour = 'plain' | 'single' | 'threads';

export interface EngineOptions {
  /**
   * Where the files of the package's folder `dist/wasm` are. In browsers an address, which may be relative to the page
   * and must be of the same origin; in Node.js a path or a `file:` address. Default: the folder `wasm` beside this
   * script, which is right unless a bundler has moved it.
   */
  folder?: string | URL;
  /** The most threads `setoption name Threads` may ask for; `false`: a module without threads. Default: one for each core, at most 32. */
  threads?: number | false;
  /** Default: the best one that can run here. */
  flavour?: Flavour;
}

/** A UCI engine: lines in, lines out. */
export interface Engine {
  readonly flavour: Flavour;
  readonly isThreaded: boolean;
  readonly maxThreads: number;
  /** Called with each line of the engine's. */
  onLine: (line: string) => void;
  /** Called if the engine has failed. It won't answer any more. */
  onError: (message: string) => void;
  send(line: string): void;
  /** Ends the engine and its threads, whatever they are doing. `send('quit')` does the same. */
  terminate(): void;
}

/** Starts an engine; fails with a reason if its files can't be read. */
export function createEngine(options: EngineOptions = {}): Promise<Engine> {
  return start(browser, options);
}

/** Whether a folder has the engine's files. */
export function hasEngine(folder?: string | URL): Promise<boolean> {
  return isThere(browser, folder);
}

/**
 * Whether threads may share memory here. In browsers the page's server must send
 * `Cross-Origin-Opener-Policy: same-origin` and `Cross-Origin-Embedder-Policy: require-corp`.
 */
export function canUseThreads(): boolean {
  return browser.canUseThreads();
}
