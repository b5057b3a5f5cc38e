import type { Host } from './host.js';

// Bundlers would take `new URL('wasm/', import.meta.url)` for a file they are to copy.
const ownAddress = import.meta.url;

export const browser: Host = {
  canUseThreads: () => typeof SharedArrayBuffer !== 'undefined' && globalThis.crossOriginIsolated === true,
  cores: () => navigator.hardwareConcurrency || 1,
  startOfNames(folder) {
    const page = typeof document === 'undefined' ? location.href : document.baseURI;
    const address = folder === undefined ? new URL('wasm/', ownAddress) : new URL(folder, page);
    if (!address.pathname.endsWith('/')) address.pathname += '/';
    address.search = address.hash = '';
    return address.href;
  },
  read: (file) => get(file).then((answer) => answer.arrayBuffer()),
  async compile(file) {
    const answer = await get(file);
    // Streaming is only allowed if the server knows the type.
    if (answer.headers.get('Content-Type') === 'application/wasm') return WebAssembly.compileStreaming(answer);
    return WebAssembly.compile(await answer.arrayBuffer());
  },
  startWorker: (folder) => new Worker(`${folder}worker.js`),
};

async function get(address: string): Promise<Response> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: status ${answer.status}`);
  return answer;
}
