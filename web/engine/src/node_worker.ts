// The engine's worker in Node.js.
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { StartMessage } from './messages.js';
import { serve, type Factory } from './served_module.js';

const load = createRequire(import.meta.url) as (script: string) => Factory;
const take = serve(load, (message) => parentPort?.postMessage(message));
parentPort?.on('message', (data: StartMessage | string) => take(data));
