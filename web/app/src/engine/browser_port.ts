import { createEngine, hasEngine, type Engine } from 'stillpoint-engine';
import type { EnginePort } from './engine_port';
import { texts } from '../texts';

const folder = new URL('engine/', document.baseURI).href;

// A page's recorded tree lies in the module's own memory; the page names no files, as with the native engine.
const treeFile = '/tree';
function withTreeFile(line: string): string {
  if (line.startsWith('trace export ')) return line.replace('trace export', `trace export ${treeFile}`);
  return line.startsWith('trace ') ? `${line} file ${treeFile}` : line;
}

function noteOn(engine: Engine): string {
  switch (engine.flavour) {
    case 'threads':
      return texts.engine.threaded(engine.maxThreads);
    case 'single':
      return texts.engine.single;
    case 'plain':
      return texts.engine.plain;
  }
}

// The engine as WebAssembly in a worker of this page.
export class BrowserPort implements EnginePort {
  readonly kind = 'browser';
  readonly note: string;
  readonly maxThreads: number;
  readonly answersWhileSearching: boolean;
  onLine: (line: string) => void = () => {};
  onEnd: (reason: string) => void = () => {};

  private constructor(private readonly engine: Engine) {
    this.maxThreads = engine.maxThreads;
    this.answersWhileSearching = engine.isThreaded;
    this.note = noteOn(engine);
    engine.onLine = (line) => this.onLine(line);
    engine.onError = (message) => this.onEnd(message);
  }

  static isAvailable(): Promise<boolean> {
    return hasEngine(folder);
  }

  static async connect(): Promise<BrowserPort> {
    return new BrowserPort(await createEngine({ folder }));
  }

  send(line: string): void {
    this.engine.send(withTreeFile(line));
  }

  close(): void {
    this.engine.terminate();
  }
}
