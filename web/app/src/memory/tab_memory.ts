import { Database, type Kept } from './database';

const recordKey = 'stillpoint-tab';
const mostTabs = 20;

// What a tab keeps over a reload, and what a new one, or the browser after a restart, goes on from: the newest of all.
export class TabMemory<T> {
  private readonly database = new Database<T>();
  private left = takeRecord<T>();
  private id = this.left?.id ?? newId();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private due = Infinity;
  private isOpen = false;

  // `read` gives what is to be kept.
  constructor(private readonly read: () => T) {
    window.addEventListener('pagehide', () => {
      if (this.isOpen) putBackRecord(this.record());
      else if (this.left) putBackRecord(this.left);
      this.save();
    });
    window.addEventListener('pageshow', (event) => {
      if (event.persisted) this.id = takeRecord<T>()?.id ?? newId();
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') this.save();
    });
  }

  // What this tab had, or else what the last one had.
  async load(): Promise<{ value: T; isOwn: boolean } | undefined> {
    const newest = this.database.all().then((all) => all.sort((a, b) => b.when - a.when));
    void newest.then((all) => all.slice(mostTabs).forEach(({ id }) => void this.database.remove(id)));
    if (this.left) return { value: this.left.value, isOwn: true };
    const all = await newest;
    const own = all.find((record) => record.id === this.id);
    const found: Kept<T> | undefined = own ?? all[0];
    return found && { value: found.value, isOwn: own !== undefined };
  }

  // From now on there is something to keep: what was there before has been taken over, or is not wanted.
  open(): void {
    this.isOpen = true;
    this.left = undefined;
    this.changed(0);
  }

  // Something has changed: keeps it within this time.
  changed(within: number): void {
    const due = performance.now() + within;
    if (due >= this.due) return;
    clearTimeout(this.timer);
    this.due = due;
    this.timer = setTimeout(() => this.save(), within);
  }

  private save(): void {
    clearTimeout(this.timer);
    this.due = Infinity;
    if (this.isOpen) void this.database.put(this.record());
  }

  private record(): Kept<T> {
    return { id: this.id, when: Date.now(), value: this.read() };
  }
}

// The database may not get to writing before a page is gone; the tab's own memory does, and outlives a reload. It is copied
// when a tab is duplicated, so the record lies there only while no page is open in the tab: two pages never have the
// same name.
function takeRecord<T>(): Kept<T> | undefined {
  try {
    const text = sessionStorage.getItem(recordKey);
    sessionStorage.removeItem(recordKey);
    if (text) return JSON.parse(text) as Kept<T>;
  } catch {
    // No memory at all, or not ours: every load is a new tab.
  }
  return undefined;
}

function putBackRecord<T>(record: Kept<T>): void {
  try {
    sessionStorage.setItem(recordKey, JSON.stringify(record));
  } catch {
    // As above, or too large: then the database has what was kept last.
  }
}

function newId(): string {
  return `${Date.now()}-${Math.random()}`;
}
