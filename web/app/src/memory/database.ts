// The browser's database, with one kind of record. A browser that keeps nothing (private windows) is fine too: then
// nothing is found.
const databaseName = 'stillpoint';
const storeName = 'tabs';
const mostWaiting = 15_000; // ms for what was kept; then the page begins without it

export interface Kept<T> {
  id: string; // the tab's
  when: number; // ms since 1970
  value: T;
}

export class Database<T> {
  private database: IDBDatabase | undefined;
  private readonly opened = openDatabase().then((database) => (this.database = database));

  async all(): Promise<Kept<T>[]> {
    const late = new Promise<undefined>((done) => setTimeout(() => done(undefined), mostWaiting));
    const found = this.run('readonly', (store) => store.getAll()) as Promise<Kept<T>[] | undefined>;
    return (await Promise.race([found, late])) ?? [];
  }

  async put(record: Kept<T>): Promise<void> {
    await this.run('readwrite', (store) => store.put(record));
  }

  async remove(id: string): Promise<void> {
    await this.run('readwrite', (store) => store.delete(id));
  }

  // At once where possible: a page that is being left has no time for later.
  private async run(mode: IDBTransactionMode, action: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
    const database = this.database ?? (await this.opened);
    if (!database) return undefined;
    return new Promise((done) => {
      try {
        const request = action(database.transaction(storeName, mode).objectStore(storeName));
        request.onsuccess = () => done(request.result);
        request.onerror = () => done(undefined);
      } catch {
        done(undefined); // closed by the browser, or full
      }
    });
  }
}

function openDatabase(): Promise<IDBDatabase | undefined> {
  return new Promise((done) => {
    try {
      const request = indexedDB.open(databaseName, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'id' });
      request.onsuccess = () => done(request.result);
      request.onerror = () => done(undefined);
    } catch {
      done(undefined);
    }
  });
}
