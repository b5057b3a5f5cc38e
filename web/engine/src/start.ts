import { bestFlavour } from './flavours.js';
import type { EngineWorker, Host } from './host.js';
import type { Engine, EngineOptions } from './index.js';
import type { FromWorker, StartMessage } from './messages.js';
import { SingleThread } from './single_thread.js';
import { ThreadedEngine } from './threaded_engine.js';

// What scripts/build.mjs records about its build.
interface FileList {
  isBuilt: boolean; // false: the modules are missing
  net: string | null;
}

export async function isThere(host: Host, folder: string | URL | undefined): Promise<boolean> {
  try {
    return (await readList(host, host.startOfNames(folder))).isBuilt;
  } catch {
    return false;
  }
}

export async function start(host: Host, options: EngineOptions): Promise<Engine> {
  const flavour = options.flavour ?? bestFlavour(host, options);
  const folder = host.startOfNames(options.folder);
  const { net: netName } = await readList(host, folder).catch((problem: unknown) => {
    throw new Error(`no engine found; \`folder\` must name the files of stillpoint-engine/dist/wasm (${said(problem)})`);
  });
  const [wasm, net] = await Promise.all([
    host.compile(`${folder}stillpoint-${flavour}.wasm`),
    netName === null ? undefined : host.read(folder + netName),
  ]);
  const most = Math.max(1, Math.min(32, typeof options.threads === 'number' ? options.threads : host.cores()));
  const threads = flavour === 'threads' ? most : 0;
  const startWorker = (): Promise<EngineWorker> =>
    whenReady(host.startWorker(folder), { folder, script: `stillpoint-${flavour}.js`, wasm, net, threads });
  const worker = await startWorker();
  return flavour === 'threads' ? new ThreadedEngine(worker, most) : new SingleThread(worker, startWorker, flavour);
}

async function readList(host: Host, folder: string): Promise<FileList> {
  return JSON.parse(new TextDecoder().decode(await host.read(`${folder}files.json`))) as FileList;
}

function whenReady(worker: EngineWorker, message: StartMessage): Promise<EngineWorker> {
  return new Promise((ready, failed) => {
    const fail = (reason: string): void => {
      worker.terminate();
      failed(new Error(reason));
    };
    worker.addEventListener('message', function first(event: MessageEvent<FromWorker>) {
      if ('line' in event.data) return;
      worker.removeEventListener('message', first);
      if ('error' in event.data) fail(event.data.error);
      else ready(worker);
    });
    worker.addEventListener('error', (event) => fail(event.message || 'the worker failed'), { once: true });
    worker.postMessage(message);
  });
}

function said(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
