// What the page and the engine's worker say to each other, besides lines of text.
export interface StartMessage {
  script: string; // address of the module's JavaScript
  wasm: WebAssembly.Module;
  net: ArrayBuffer | undefined;
  threads: number; // 0: a module without threads
}

export type FromWorker = { ready: true } | { line: string } | { error: string };
