// Runs in a worker: holds the module, takes lines, gives lines.
import type { FromWorker, StartMessage } from './messages';

interface Module {
  ccall(name: string, result: null, types: string[], values: string[]): void;
  FS: { writeFile(path: string, data: Uint8Array): void };
}
type Factory = (settings: Record<string, unknown>) => Promise<Module>;

declare function importScripts(address: string): void;
const tell = (message: FromWorker): void => postMessage(message);
const netPath = '/stillpoint.nn';
let module: Module | undefined;

async function start({ script, wasm, net, threads }: StartMessage): Promise<void> {
  importScripts(script);
  const factory = (globalThis as unknown as { Stillpoint: Factory }).Stillpoint;
  module = await factory({
    mainScriptUrlOrBlob: script,
    locateFile: (file: string) => new URL(file, script).href,
    // Compiled once by the page, however often the worker is started.
    instantiateWasm: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance, from: WebAssembly.Module) => void) => {
      void WebAssembly.instantiate(wasm, imports).then((instance) => done(instance, wasm));
      return {};
    },
    print: (line: string) => tell({ line }),
    printErr: (line: string) => tell({ line: `info string ${line}` }),
    onAbort: (reason: unknown) => tell({ error: String(reason) }),
    // One for each searching thread, and some for threads still ending when new ones start.
    threadPoolSize: threads + 2,
  });
  if (net) {
    module.FS.writeFile(netPath, new Uint8Array(net));
    command(`setoption name EvalFile value ${netPath}`);
  }
  tell({ ready: true });
}

function command(line: string): void {
  module?.ccall('stillpoint_command', null, ['string'], [line]);
}

addEventListener('message', (event: MessageEvent<StartMessage | string>) => {
  if (typeof event.data === 'string') command(event.data);
  else start(event.data).catch((problem: unknown) => tell({ error: String(problem) }));
});
