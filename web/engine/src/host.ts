// What differs between browsers and Node.js.
export interface Host {
  canUseThreads(): boolean;
  cores(): number;
  // What names of files are appended to: an address or a path with its last slash.
  startOfNames(folder: string | URL | undefined): string;
  read(file: string): Promise<ArrayBuffer>;
  compile(file: string): Promise<WebAssembly.Module>;
  startWorker(folder: string): EngineWorker;
}

// What we need of a worker, in the words of browsers.
export type EngineWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener' | 'removeEventListener'>;
