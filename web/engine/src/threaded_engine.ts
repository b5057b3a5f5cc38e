import type { EngineWorker } from './host.js';
import type { Engine } from './index.js';
import { listenTo } from './messages.js';

// With threads the module receives every line at once, so lines only need to be passed on.
export class ThreadedEngine implements Engine {
  readonly flavour = 'threads';
  readonly isThreaded = true;
  onLine: (line: string) => void = () => {};
  onError: (message: string) => void = () => {};

  constructor(
    private readonly worker: EngineWorker,
    readonly maxThreads: number,
  ) {
    listenTo(worker, (line) => this.onLine(line), (message) => this.onError(message));
  }

  send(line: string): void {
    if (line.trim() === 'quit') this.terminate();
    else this.worker.postMessage(limitThreads(line, this.maxThreads));
  }

  terminate(): void {
    this.worker.terminate();
  }
}

// More threads than were prepared would wait forever.
export function limitThreads(line: string, most: number): string {
  return line.replace(/^(\s*setoption\s+name\s+threads\s+value\s+)(\d+)/i, (_, start: string, count: string) => start + Math.min(most, Number(count)));
}
