import { loadFiles, type EngineFiles } from './files';
import type { FromWorker, StartMessage } from './messages';
import { SingleThread } from './single_thread';

export { hasEngine } from './files';

export interface EngineOptions {
  // Address at which this package's folder `dist/wasm` is served.
  folder: string;
  // False: one thread, even where more would be possible.
  threads?: boolean;
}

// A UCI engine: lines in, lines out.
export interface Engine {
  readonly isThreaded: boolean;
  readonly maxThreads: number;
  onLine: (line: string) => void;
  onError: (message: string) => void;
  send(line: string): void;
  terminate(): void;
}

// Whether this page may share memory between threads: its server must send
//   Cross-Origin-Opener-Policy: same-origin
//   Cross-Origin-Embedder-Policy: require-corp
export function canUseThreads(): boolean {
  return typeof SharedArrayBuffer !== 'undefined' && globalThis.crossOriginIsolated === true;
}

export async function createEngine(options: EngineOptions): Promise<Engine> {
  const isThreaded = options.threads !== false && canUseThreads();
  const files = await loadFiles(options.folder, isThreaded ? 'threads' : 'single');
  const maxThreads = isThreaded ? Math.min(32, Math.max(1, navigator.hardwareConcurrency || 1)) : 1;
  if (isThreaded) return new ThreadedEngine(await startWorker(files, maxThreads), maxThreads);
  return new SingleThread(await startWorker(files, 0), () => startWorker(files, 0));
}

function startWorker(files: EngineFiles, threads: number): Promise<Worker> {
  const worker = new Worker(files.worker);
  return new Promise((ready, failed) => {
    worker.addEventListener('message', function first(event: MessageEvent<FromWorker>) {
      if ('line' in event.data) return;
      worker.removeEventListener('message', first);
      if ('error' in event.data) failed(new Error(event.data.error));
      else ready(worker);
    });
    worker.addEventListener('error', (event) => failed(new Error(event.message || 'the worker failed')), { once: true });
    const message: StartMessage = { script: files.script, wasm: files.wasm, net: files.net, threads };
    worker.postMessage(message);
  });
}

// With threads the module receives every line at once, so lines only need to be passed on.
class ThreadedEngine implements Engine {
  readonly isThreaded = true;
  onLine: (line: string) => void = () => {};
  onError: (message: string) => void = () => {};

  constructor(
    private readonly worker: Worker,
    readonly maxThreads: number,
  ) {
    worker.addEventListener('message', (event: MessageEvent<FromWorker>) => {
      if ('line' in event.data) this.onLine(event.data.line);
      else if ('error' in event.data) this.onError(event.data.error);
    });
  }

  send(line: string): void {
    this.worker.postMessage(limitThreads(line, this.maxThreads));
  }

  terminate(): void {
    this.worker.terminate();
  }
}

// More threads than were prepared would wait forever.
export function limitThreads(line: string, most: number): string {
  return line.replace(/^(\s*setoption\s+name\s+threads\s+value\s+)(\d+)/i, (_, start: string, count: string) => start + Math.min(most, Number(count)));
}
