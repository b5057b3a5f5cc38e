import type { EnginePort } from './engine_port';
import { splitLines } from './line_splitter';
import { texts } from '../texts';

interface About {
  version: string;
  cores: number;
}

// The endgame tables that the program keeps for the user.
export interface TablesStatus {
  state: 'unavailable' | 'absent' | 'making' | 'failed' | 'ready';
  part: number; // done, 0 to 1
  reason: string; // of a failure
  folder: string;
}

// The engine behind `stillpoint board`: its lines are one long response, ours are posted. The address the
// program printed carries the token after a '#', which browsers never send anywhere by themselves.
export class NativePort implements EnginePort {
  readonly kind = 'native';
  readonly note: string;
  readonly maxThreads: number;
  readonly answersWhileSearching = true;
  onLine: (line: string) => void = () => {};
  private hearEnd: (reason: string) => void = () => {};
  private gone: string | undefined; // why
  private readonly abort = new AbortController();
  private waiting: string[] = [];
  private isPosting = false;
  private listener = ''; // which one we are: the server obeys only the last that came

  private constructor(
    private readonly token: string,
    about: About,
  ) {
    this.maxThreads = about.cores;
    this.note = texts.engine.native(about.version);
  }

  // Nothing if `stillpoint board` did not open this page, or has ended.
  static async connect(token: string): Promise<NativePort | undefined> {
    try {
      const answer = await fetch('native/about', { headers: authorization(token), cache: 'no-store' });
      if (!answer.ok) return undefined;
      const port = new NativePort(token, (await answer.json()) as About);
      await port.listen();
      return port;
    } catch {
      return undefined;
    }
  }

  get onEnd(): (reason: string) => void {
    return this.hearEnd;
  }

  // Another page may have come before anybody listened here: who listens then still hears of it.
  set onEnd(hear: (reason: string) => void) {
    this.hearEnd = hear;
    if (this.gone !== undefined) hear(this.gone);
  }

  send(line: string): void {
    this.waiting.push(line);
    void this.post();
  }

  close(): void {
    this.abort.abort();
  }

  // How it stands with the tables, after doing what is wished. Nothing if the program has ended.
  async tables(wish?: 'make' | 'stop'): Promise<TablesStatus | undefined> {
    try {
      const answer = await fetch('native/tables', {
        headers: authorization(this.token),
        cache: 'no-store',
        ...(wish ? { method: 'POST', body: wish } : {}),
      });
      return answer.ok ? ((await answer.json()) as TablesStatus) : undefined;
    } catch {
      return undefined;
    }
  }

  private async listen(): Promise<void> {
    const answer = await fetch('native/lines', {
      headers: authorization(this.token),
      cache: 'no-store',
      signal: this.abort.signal,
    });
    if (!answer.ok || !answer.body) throw new Error(`status ${answer.status}`);
    this.listener = answer.headers.get('Listener') ?? '';
    void this.readAll(answer.body);
  }

  private async readAll(body: ReadableStream<Uint8Array>): Promise<void> {
    try {
      await splitLines(body, (line) => this.onLine(line));
      this.end(texts.engine.usedOrEnded);
    } catch {
      this.end(texts.engine.hasEnded);
    }
  }

  private end(reason: string): void {
    if (this.abort.signal.aborted) return;
    this.abort.abort();
    this.gone = reason;
    this.hearEnd(reason);
  }

  // One request at a time: two at once might overtake each other.
  private async post(): Promise<void> {
    if (this.isPosting) return;
    this.isPosting = true;
    while (this.waiting.length > 0 && !this.abort.signal.aborted) {
      const body = this.waiting.join('\n');
      this.waiting = [];
      try {
        const answer = await fetch('native/lines', {
          method: 'POST',
          headers: { ...authorization(this.token), Listener: this.listener },
          body,
        });
        if (answer.status === 409) this.end(texts.engine.usedElsewhere);
        else if (!answer.ok) this.onLine(`info string error: ${(await answer.text()).trim()}`);
      } catch {
        this.end(texts.engine.hasEnded);
      }
    }
    this.isPosting = false;
  }
}

function authorization(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

// In this tab's memory, so that it outlives a reload.
export function keepToken(token: string): void {
  sessionStorage.setItem('token', token);
}

export function keptToken(): string | undefined {
  return sessionStorage.getItem('token') ?? undefined;
}
