// After the first visit the page works without its server. See service_worker.ts.
export function makeOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('service_worker.js').catch(() => {
    // Private windows may refuse: the page then needs its server, and works otherwise.
  });
}
