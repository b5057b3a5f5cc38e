// A UCI engine somewhere: lines in, lines out. Nothing else needs to know whether it is a process on this
// machine or a worker in this page.
export interface EnginePort {
  readonly kind: 'native' | 'browser';
  // What the user should know about it, in a few words: "4 threads", "1 thread: ...".
  readonly note: string;
  readonly maxThreads: number;
  readonly answersWhileSearching: boolean;
  onLine: (line: string) => void;
  // The engine is gone for good.
  onEnd: (reason: string) => void;
  send(line: string): void;
  close(): void;
}
