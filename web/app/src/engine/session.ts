import type { EnginePort } from './engine_port';
import { parseBestMove, parseInfo, positionLine, type BestMove, type Info } from './uci';

export type OptionValue = string | number | boolean;

export interface SearchRequest {
  fen: string; // where the game began
  moves: string[]; // played since then: the engine must know about repetitions
  go: string; // the words after `go`
  options?: Record<string, OptionValue>;
  onInfo?: (info: Info) => void;
  onDone?: (best: BestMove) => void;
}

// One conversation with an engine. A new search replaces the old one, whose listeners are no longer called.
// Every `go` gets one `bestmove`, and only then is the next one sent.
export class EngineSession {
  name = 'Stillpoint';
  onProblem: (message: string) => void = () => {};
  onRecovered: () => void = () => {}; // an engine that had ended answers again
  onEnd: (reason: string) => void = () => {}; // it is gone for good
  private readonly optionNames = new Set<string>();
  private readonly sentOptions = new Map<string, string>();
  private wishes: Record<string, OptionValue> = {};
  private running: SearchRequest | undefined;
  private next: SearchRequest | undefined;
  private isStopping = false;
  private repeated: SearchRequest | undefined; // after the engine had ended in it
  private lineWaiters: { wants: (line: string) => boolean; done: (line: string) => void; failed: (problem: Error) => void }[] = [];
  private isReady = false;
  private hasEnded = false; // and has not answered since
  private lastQuestion: Promise<unknown> = Promise.resolve();

  constructor(readonly port: EnginePort) {
    port.onLine = (line) => this.hear(line);
    port.onEnd = (reason) => this.onEnd(reason);
  }

  // The engine may still be busy for a page that was here before: its search must have ended, and its last
  // answer must have come, before this page asks for anything.
  async start(): Promise<void> {
    this.port.send('stop');
    for (const [question, answer] of [
      ['uci', 'uciok'],
      ['isready', 'readyok'],
    ] as const) {
      const answered = this.waitFor((line) => line === answer);
      this.port.send(question);
      await answered;
    }
    this.isReady = true;
    this.startNext();
  }

  // For every search from the next one on; a request's own options take precedence.
  setOptions(options: Record<string, OptionValue>): void {
    this.wishes = { ...this.wishes, ...options };
  }

  // Whether the engine can show its search.
  get hasLab(): boolean {
    return this.optionNames.has('Lab');
  }

  get isSearching(): boolean {
    return this.running !== undefined || this.next !== undefined;
  }

  search(request: SearchRequest): void {
    this.next = request;
    if (this.running) this.interrupt();
    else this.startNext();
  }

  // Ends the search; its listener still gets the answer.
  stop(): void {
    this.next = undefined;
    if (this.running) this.interrupt();
  }

  // Ends the search without telling its listener.
  cancel(): void {
    this.stop();
    if (this.running) this.running = { ...this.running, onInfo: undefined, onDone: undefined };
  }

  newGame(): void {
    this.cancel();
    this.port.send('ucinewgame');
  }

  // The engine's answers to some commands, one question after the other. Ends a running search.
  collect(commands: string[]): Promise<string[]> {
    const answer = this.lastQuestion.then(() => this.ask(commands));
    this.lastQuestion = answer.catch(() => undefined);
    return answer;
  }

  private async ask(commands: string[]): Promise<string[]> {
    this.cancel();
    const lines: string[] = [];
    const end = this.waitFor((line) => {
      if (line !== 'readyok' && !line.startsWith('bestmove')) lines.push(line);
      return line === 'readyok';
    });
    for (const command of [...commands, 'isready']) this.port.send(command);
    await end;
    return lines;
  }

  close(): void {
    this.running = this.next = undefined;
    this.port.onLine = () => {};
    this.port.onEnd = () => {};
    this.onEnd = () => {};
    this.port.close();
  }

  private interrupt(): void {
    if (!this.isStopping) this.port.send('stop');
    this.isStopping = true;
  }

  private startNext(): void {
    if (!this.isReady || !this.next) return;
    const request = this.next;
    this.next = undefined;
    this.running = request;
    this.isStopping = false;
    for (const [name, value] of Object.entries({ ...this.wishes, ...request.options })) this.sendOption(name, value);
    this.port.send(positionLine(request));
    this.port.send(`go ${request.go}`);
  }

  private sendOption(name: string, value: OptionValue): void {
    const text = String(value);
    if (!this.optionNames.has(name) || this.sentOptions.get(name) === text) return;
    this.sentOptions.set(name, text);
    this.port.send(`setoption name ${name} value ${text}`);
  }

  private waitFor(wants: (line: string) => boolean): Promise<string> {
    return new Promise((done, failed) => this.lineWaiters.push({ wants, done, failed }));
  }

  private hear(line: string): void {
    if (line.startsWith('id name ')) this.name = line.slice(8);
    const option = /^option name (.+?) type /.exec(line);
    if (option?.[1]) this.optionNames.add(option[1]);
    if (line.startsWith('info string error')) this.onProblem(line.slice(12));
    if (line.startsWith('info string error: the engine ended')) this.restart();
    else if (this.hasEnded && !line.startsWith('info string')) {
      this.hasEnded = false;
      this.onRecovered();
    }
    const info = parseInfo(line);
    if (info && this.running && !(this.isStopping && this.next)) this.running.onInfo?.(info);
    const best = parseBestMove(line);
    if (best) this.finish(best);
    const waiter = this.lineWaiters.find((w) => w.wants(line));
    if (waiter) {
      this.lineWaiters.splice(this.lineWaiters.indexOf(waiter), 1);
      waiter.done(line);
    }
  }

  private finish(best: BestMove): void {
    const done = this.running;
    this.running = undefined;
    this.isStopping = false;
    const isReplaced = this.next !== undefined;
    if (!isReplaced) done?.onDone?.(best);
    if (!this.running) this.startNext();
  }

  // A new process knows none of the options, and its predecessor will not answer any more. What was searched is
  // searched again, but once: it may be what the engine can't bear.
  private restart(): void {
    this.hasEnded = true;
    this.sentOptions.clear();
    for (const waiter of this.lineWaiters.splice(0)) waiter.failed(new Error('The engine ended before it had answered.'));
    const interrupted = this.isStopping || this.running === this.repeated ? undefined : this.running;
    this.repeated = interrupted;
    this.running = undefined;
    this.isStopping = false;
    this.next ??= interrupted;
    this.startNext();
    if (!this.running) this.port.send('isready'); // starts it
  }
}
