// An engine that says what a test makes it say.
import type { EnginePort } from '../../src/engine/engine_port';
import { EngineSession } from '../../src/engine/session';

export class FakePort implements EnginePort {
  readonly kind = 'native';
  readonly answersWhileSearching = true;
  readonly note = '';
  readonly maxThreads = 4;
  readonly sent: string[] = [];
  private isGreeted = false;
  onLine: (line: string) => void = () => {};
  onEnd: (reason: string) => void = () => {};
  answer: ((line: string) => string[]) | undefined; // at once; also says that it is ready
  send(line: string): void {
    this.sent.push(line);
    if (line === 'uci')
      queueMicrotask(() => {
        this.onLine('id name Fake');
        this.onLine('option name Hash type spin default 16');
        this.onLine('option name Skill Level type spin default 20');
        this.onLine('uciok');
      });
    // The end of the greeting; what a test asks later it answers itself.
    for (const said of this.answer?.(line) ?? []) queueMicrotask(() => this.onLine(said));
    if (line === 'isready' && (this.answer || !this.isGreeted)) {
      this.isGreeted = true;
      queueMicrotask(() => this.onLine('readyok'));
    }
  }
  close(): void {}
  take(): string[] {
    return this.sent.splice(0);
  }
}

export async function started(): Promise<{ port: FakePort; session: EngineSession }> {
  const port = new FakePort();
  const session = new EngineSession(port);
  await session.start();
  port.take();
  return { port, session };
}
