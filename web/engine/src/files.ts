export interface EngineFiles {
  worker: string;
  script: string;
  wasm: WebAssembly.Module;
  net: ArrayBuffer | undefined;
}

// What scripts/build.mjs records about its build.
interface FileList {
  isBuilt: boolean; // false: the modules are missing
  net: string | null;
}

// Whether a folder has an engine at all.
export async function hasEngine(folder: string): Promise<boolean> {
  try {
    return ((await (await get(new URL('files.json', folder).href)).json()) as FileList).isBuilt;
  } catch {
    return false;
  }
}

export async function loadFiles(folder: string, variant: 'single' | 'threads'): Promise<EngineFiles> {
  const at = (name: string): string => new URL(name, folder).href;
  const list = (await (await get(at('files.json'))).json()) as FileList;
  const [wasm, net] = await Promise.all([
    get(at(`stillpoint-${variant}.wasm`)).then((answer) => WebAssembly.compileStreaming(answer)),
    list.net ? get(at(list.net)).then((answer) => answer.arrayBuffer()) : undefined,
  ]);
  return { worker: at('worker.js'), script: at(`stillpoint-${variant}.js`), wasm, net };
}

async function get(address: string): Promise<Response> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: status ${answer.status}`);
  return answer;
}
