import type { EngineWorker } from './host.js';

// What the page and the engine's worker say to each other, besides lines of text.
export interface StartMessage {
  folder: string; // what names of files are appended to
  script: string; // name of the module's JavaScript
  wasm: WebAssembly.Module;
  net: ArrayBuffer | undefined;
  threads: number; // 0: a module without threads
}

export type FromWorker = { ready: true } | { line: string } | { error: string };

// Calls back for each line, and if the worker fails.
export function listenTo(worker: EngineWorker, onLine: (line: string) => void, onError: (message: string) => void): void {
  worker.addEventListener('message', (event: MessageEvent<FromWorker>) => {
    if ('line' in event.data) onLine(event.data.line);
    else if ('error' in event.data) onError(event.data.error);
  });
  worker.addEventListener('error', (event) => onError(event.message || 'the worker failed'));
}
