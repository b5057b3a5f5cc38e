// The engine's worker in browsers.
import type { StartMessage } from './messages.js';
import { serve, type Factory } from './served_module.js';

declare function importScripts(address: string): void;
function load(script: string): Factory {
  importScripts(script);
  return (globalThis as unknown as { Stillpoint: Factory }).Stillpoint;
}

const take = serve(load, (message) => postMessage(message));
addEventListener('message', (event: MessageEvent<StartMessage | string>) => take(event.data));
