// The package in Node.js.
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { EngineWorker, Host } from './host.js';
import type * as browsers from './index.js';
import { isThere, start } from './start.js';

// A worker of Node's in the words of browsers.
class NodeWorker extends EventTarget {
  // The program's own flags are not for it.
  private readonly worker = new Worker(new URL('node_worker.js', import.meta.url), { execArgv: [] });

  constructor() {
    super();
    this.worker.on('message', (data) => this.dispatchEvent(new MessageEvent('message', { data })));
    this.worker.on('error', (problem) => this.dispatchEvent(Object.assign(new Event('error'), { message: String(problem) })));
  }

  postMessage(data: unknown): void {
    this.worker.postMessage(data);
  }

  terminate(): void {
    void this.worker.terminate();
  }
}

const node: Host = {
  canUseThreads: () => true,
  cores: availableParallelism,
  startOfNames(folder = new URL('wasm/', import.meta.url)) {
    const isAddress = typeof folder !== 'string' || folder.startsWith('file:');
    return resolve(isAddress ? fileURLToPath(folder) : folder) + sep;
  },
  read: async (file) => new Uint8Array(await readFile(file)).buffer,
  compile: async (file) => WebAssembly.compile(await readFile(file)),
  startWorker: () => new NodeWorker() as EngineWorker,
};

export const createEngine: typeof browsers.createEngine = (options = {}) => start(node, options);
export const hasEngine: typeof browsers.hasEngine = (folder) => isThere(node, folder);
export const canUseThreads: typeof browsers.canUseThreads = () => node.canUseThreads();
