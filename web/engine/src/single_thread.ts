import type { EngineWorker } from './host.js';
import type { Engine } from './index.js';
import { listenTo } from './messages.js';

// Without threads a search keeps its worker busy until it ends, and nothing that is sent arrives. To make
// `stop` work, the worker is terminated and another one started, which is told all that still matters; the
// answer is the first move of the last line received. Only the hash table is lost.
export class SingleThread implements Engine {
  readonly isThreaded = false;
  readonly maxThreads = 1;
  onLine: (line: string) => void = () => {};
  onError: (message: string) => void = () => {};
  private readonly options = new Map<string, string>();
  private position = '';
  private search: { isEndless: boolean; best: string | undefined; answer: string | undefined; stopWanted: boolean } | undefined;
  private waiting: string[] | undefined; // while a new worker is on its way
  private isEnded = false;

  constructor(
    private worker: EngineWorker,
    private readonly startWorker: () => Promise<EngineWorker>,
    readonly flavour: 'plain' | 'single' = 'single',
  ) {
    this.listen();
  }

  send(line: string): void {
    const [command = ''] = line.trim().split(/\s+/, 1);
    if (command === 'quit') return this.terminate();
    if (this.search) {
      if (command === 'stop' || command === 'ponderhit') return this.stop();
      if (command === 'isready') return this.onLine('readyok');
      // As in the engine: a command that needs it idle ends a search that would not end by itself.
      if (this.search.isEndless) this.stop();
    }
    if (command === 'setoption') this.options.set(/name\s+(.*?)(\s+value\s|$)/.exec(line)?.[1] ?? line, line);
    if (command === 'position') this.position = line;
    if (command === 'go') {
      const isEndless = !/\b(depth|nodes|movetime|mate|wtime|btime|softnodes|perft)\b/.test(line) || /\b(infinite|ponder)\b/.test(line);
      this.search = { isEndless, best: undefined, answer: undefined, stopWanted: false };
    }
    if (this.waiting) this.waiting.push(line);
    else this.worker.postMessage(line);
  }

  terminate(): void {
    this.isEnded = true;
    this.worker.terminate();
  }

  private listen(): void {
    listenTo(this.worker, (line) => this.hear(line), (message) => this.onError(message));
  }

  private hear(line: string): void {
    const search = this.search;
    if (search && line.startsWith('bestmove')) {
      // The answer to an endless search is expected after `stop`, not before.
      if (search.isEndless && !search.stopWanted) {
        search.answer = line;
        return;
      }
      this.search = undefined;
      return this.onLine(line);
    }
    this.onLine(line);
    const first = /^info .*\bmultipv 1 .*\bpv (\S+)/.exec(line);
    if (search && first) {
      search.best = first[1];
      if (search.stopWanted) this.replaceWorker();
    }
  }

  private stop(): void {
    const search = this.search;
    if (!search) return;
    if (search.answer !== undefined) {
      this.search = undefined;
      this.onLine(search.answer);
    } else if (search.best !== undefined) {
      this.replaceWorker();
    } else {
      // Nothing is known yet; the first line will come in a moment.
      search.stopWanted = true;
    }
  }

  private replaceWorker(): void {
    const best = this.search?.best ?? '(none)';
    this.search = undefined;
    this.worker.terminate();
    this.waiting = [...this.options.values(), ...(this.position ? [this.position] : [])];
    this.onLine(`bestmove ${best}`);
    this.startWorker().then(
      (worker) => {
        this.worker = worker;
        if (this.isEnded) return worker.terminate();
        this.listen();
        for (const line of this.waiting ?? []) worker.postMessage(line);
        this.waiting = undefined;
      },
      (problem: unknown) => this.onError(String(problem)),
    );
  }
}
