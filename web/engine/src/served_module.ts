// Runs in a worker: holds the module, takes lines, gives lines.
import type { FromWorker, StartMessage } from './messages.js';

interface Module {
  ccall(name: string, result: null, types: string[], values: string[]): void;
  FS: { writeFile(path: string, data: Uint8Array): void };
}
export type Factory = (settings: Record<string, unknown>) => Promise<Module>;

const netPath = '/stillpoint.nn';

// `load` runs the script that Emscripten wrote. The answer takes what the page sends.
export function serve(load: (script: string) => Factory, tell: (message: FromWorker) => void): (data: StartMessage | string) => void {
  let module: Module | undefined;
  const command = (line: string): void => module?.ccall('stillpoint_command', null, ['string'], [line]);

  async function start({ folder, script, wasm, net, threads }: StartMessage): Promise<void> {
    module = await load(folder + script)({
      arguments: [], // not this worker's
      mainScriptUrlOrBlob: folder + script,
      locateFile: (file: string) => folder + file,
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

  return (data) => {
    if (typeof data === 'string') command(data);
    else start(data).catch((problem: unknown) => tell({ error: String(problem) }));
  };
}
