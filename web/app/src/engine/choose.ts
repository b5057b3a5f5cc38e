import type { EnginePort } from './engine_port';
import { keptToken, NativePort } from './native_port';
import { BrowserPort } from './browser_port';
import { texts } from '../texts';

export interface Offer {
  kind: EnginePort['kind'];
  label: string;
}

// The engines this page can use.
export async function offers(): Promise<Offer[]> {
  const found: Offer[] = [];
  if (keptToken()) found.push({ kind: 'native', label: texts.engine.onThisMachine });
  if (await BrowserPort.isAvailable()) found.push({ kind: 'browser', label: texts.engine.inTheBrowser });
  return found;
}

// The engine that will probably be used, before it is known which ones there are.
export function likelyKind(wish: EnginePort['kind']): EnginePort['kind'] {
  return keptToken() ? wish : 'browser';
}

export async function connect(kind: EnginePort['kind']): Promise<EnginePort | undefined> {
  if (kind === 'browser') return BrowserPort.connect();
  const token = keptToken();
  return token ? NativePort.connect(token) : undefined;
}
