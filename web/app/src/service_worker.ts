// Keeps all files of the page. scripts/build.mjs inserts the list and its checksum, so that a new version is a
// new cache, complete before the old one is deleted.
import { canUseSimd } from '../../engine/src/flavours';

declare const self: ServiceWorkerGlobalScope;
declare const PAGE_FILES: string[];
declare const PAGE_VERSION: string;

// The network never changes under its name: use the browser's copy if there is one.
const isNamedByChecksum = (file: string): boolean => file.endsWith('.nn');
// Most browsers never use the engine's module for those without SIMD.
const isOfUse = (file: string): boolean => !file.startsWith('engine/stillpoint-plain.') || !canUseSimd();
const cacheName = `stillpoint-${PAGE_VERSION}`;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll(PAGE_FILES.filter(isOfUse).map((file) => new Request(file, { cache: isNamedByChecksum(file) ? 'default' : 'reload' }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== 'GET' || address.origin !== location.origin) return;
  // The native engine's own paths are not files.
  if (/\/native\/(about|lines)$/.test(address.pathname)) return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
