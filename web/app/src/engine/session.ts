import type { EnginePort } from './engine_port';
import { parseBestMove, parseInfo, positionLine, type BestMove, type Info } from './uci';
import { texts } from '../texts';

export type OptionValue = string | number | boolean;

export interface SearchRequest {
  fen: string; // where the game began
  moves: string[]; // played since then: the engine must know about repetitions
  go: string; // the words after `go`
  options?: Record<string, OptionValue>;
  questions?: string[]; // about the position, to be answered before the search
  onAnswers?: (lines: string[]) => void;
  onInfo?: (info: Info) => void;
  onDone?: (best: BestMove) => void;
}

const endedLine = 'info string error: the engine ended';
const problemLine = /^info string error: (option|the engine ended)/; // whatever was asked

interface LineWaiter {
  wants: (line: string) => boolean;
  isForOthers: boolean; // the line it wants
  done: (line: string) => void;
  failed: (problem: Error) => void;
}

// One conversation with an engine. A new search replaces the old one, whose listeners are no longer called.
// Every `go` gets one `bestmove`, and only then is the next one sent.
export class EngineSession {
  name = 'Stillpoint';
  onProblem: (message: string) => void = () => {};
  onRecovered: () => void = () => {}; // an engine that had ended answers again
  onEnd: (reason: string) => void = () => {}; // it is gone for good
  gone: string | undefined; // why, once it is
  private readonly optionNames = new Set<string>();
  private readonly sentOptions = new Map<string, string>();
  private wishes: Record<string, OptionValue> = {};
  private running: SearchRequest | undefined;
  private next: SearchRequest | undefined;
  private isStopping = false;
  private repeated: SearchRequest | undefined; // after the engine had ended in it
  private lineWaiters: LineWaiter[] = [];
  private questions: { lines: string[]; done: (lines: string[]) => void; failed: (problem: Error) => void }[] = []; // open ones
  private asking = 0; // no search begins meanwhile
  private isReady = false;
  private hasEnded = false; // and has not answered since
  private lastQuestion: Promise<unknown> = Promise.resolve();

  constructor(readonly port: EnginePort) {
    port.onLine = (line) => this.hear(line);
    port.onEnd = (reason) => {
      this.gone = reason;
      this.failWaiters(reason);
      this.onEnd(reason);
    };
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

  // Whether the engine has this option.
  has(name: string): boolean {
    return this.optionNames.has(name);
  }

  // Whether the engine can show its search.
  get hasLab(): boolean {
    return this.has('Lab');
  }

  // Whether somebody waits for what it searches.
  get isSearching(): boolean {
    return this.next !== undefined || this.running?.onInfo !== undefined || this.running?.onDone !== undefined;
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

  // The engine's answers to some commands, one question after the other. Ends a running search, and what is to be searched next
  // waits for the answer; or, where it gives way, is not asked if something is searched when its turn has come.
  collect(commands: string[], { givesWay = false, options = {} }: { givesWay?: boolean; options?: Record<string, OptionValue> } = {}): Promise<string[]> {
    if (!givesWay) {
      this.cancel();
      ++this.asking;
    }
    const answer = this.lastQuestion.then(() => {
      if (givesWay && this.isSearching) return [];
      if (givesWay) ++this.asking;
      return this.ask(commands, options);
    });
    this.lastQuestion = answer.catch(() => undefined);
    return answer;
  }

  // The line that answers a question beside the running search, about the position that is searched. Nothing
  // if there is no search that will go on, or the engine cannot do two things at once.
  async aside(command: string, isAnswer: (line: string) => boolean): Promise<string | undefined> {
    if (!this.port.answersWhileSearching || !this.running || this.isStopping || this.next) return undefined;
    const isRefusal = (line: string): boolean => line.startsWith('info string error') && !problemLine.test(line);
    // It may come when the next question has been asked already, whose answer it is not.
    const answered = this.waitFor((line) => isAnswer(line) || isRefusal(line), false);
    this.port.send(command);
    return answered;
  }

  private async ask(commands: string[], options: Record<string, OptionValue>): Promise<string[]> {
    try {
      if (this.running) await this.waitFor((line) => line.startsWith('bestmove'));
      this.sendOptions(options);
      return await this.answersTo(commands);
    } finally {
      --this.asking;
      if (!this.running) this.startNext();
    }
  }

  private answersTo(commands: readonly string[]): Promise<string[]> {
    if (this.gone !== undefined) return Promise.reject(new Error(this.gone));
    for (const command of [...commands, 'isready']) this.port.send(command);
    return new Promise((done, failed) => this.questions.push({ lines: [], done, failed }));
  }

  close(): void {
    this.running = this.next = undefined;
    this.failWaiters(texts.engine.noLongerUsed);
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
    if (!this.isReady || this.asking > 0 || !this.next) return;
    const request = this.next;
    this.next = undefined;
    this.running = request;
    this.isStopping = false;
    this.sendOptions(request.options);
    this.port.send(positionLine(request));
    if (request.questions?.length)
      void this.answersTo(request.questions).then(
        (lines) => this.running === request && request.onAnswers?.(lines),
        () => undefined, // the engine has ended
      );
    this.port.send(`go ${request.go}`);
  }

  private sendOptions(own: Record<string, OptionValue> = {}): void {
    for (const [name, value] of Object.entries({ ...this.wishes, ...own })) {
      const text = String(value);
      if (!this.has(name) || this.sentOptions.get(name) === text) continue;
      this.sentOptions.set(name, text);
      this.port.send(`setoption name ${name} value ${text}`);
    }
  }

  private waitFor(wants: (line: string) => boolean, isForOthers = true): Promise<string> {
    if (this.gone !== undefined) return Promise.reject(new Error(this.gone));
    return new Promise((done, failed) => this.lineWaiters.push({ wants, isForOthers, done, failed }));
  }

  // Nobody will answer them any more.
  private failWaiters(message: string): void {
    for (const waiter of [...this.lineWaiters.splice(0), ...this.questions.splice(0)]) waiter.failed(new Error(message));
  }

  private hear(line: string): void {
    const waiter = this.lineWaiters.find((w) => w.wants(line));
    if (waiter) {
      this.lineWaiters.splice(this.lineWaiters.indexOf(waiter), 1);
      waiter.done(line);
      if (!waiter.isForOthers) return;
    }
    if (line.startsWith('id name ')) this.name = line.slice(8);
    const option = /^option name (.+?) type /.exec(line);
    if (option?.[1]) this.optionNames.add(option[1]);
    const question = this.questions[0];
    const isProblem = line.startsWith('info string error') && (!question || problemLine.test(line));
    if (isProblem) this.onProblem(line.slice(12));
    if (line.startsWith(endedLine)) this.restart();
    else if (this.hasEnded && !line.startsWith('info string')) {
      this.hasEnded = false;
      this.onRecovered();
    }
    if (question && line === 'readyok') this.questions.shift()?.done(question.lines);
    else if (question && !isProblem && !line.startsWith('bestmove')) question.lines.push(line);
    const info = parseInfo(line);
    if (info && this.running && !(this.isStopping && this.next)) this.running.onInfo?.(info);
    const best = parseBestMove(line);
    if (best) this.finish(best);
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
    this.failWaiters(texts.engine.endedBefore);
    const interrupted = this.isStopping || this.running === this.repeated ? undefined : this.running;
    this.repeated = interrupted;
    this.running = undefined;
    this.isStopping = false;
    this.next ??= interrupted;
    this.startNext();
    if (!this.running) this.port.send('isready'); // starts it
  }
}
