import { Database, type Kept } from './database';

const idKey = 'stillpoint-tab';
const mostTabs = 20;

// What a tab keeps over a reload, and what a new one, or the browser after a restart, goes on from: the newest of all.
export class TabMemory<T> {
  private readonly database = new Database<T>();
  private id = takeId();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private due = Infinity;
  private isOpen = false;

  // `read` gives what is to be kept.
  constructor(private readonly read: () => T) {
    window.addEventListener('pagehide', () => {
      putBackId(this.id);
      this.save();
    });
    window.addEventListener('pageshow', (event) => {
      if (event.persisted) this.id = takeId();
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') this.save();
    });
  }

  // What this tab had, or else what the last one had.
  async load(): Promise<{ value: T; isOwn: boolean } | undefined> {
    const all = (await this.database.all()).sort((a, b) => b.when - a.when);
    for (const old of all.slice(mostTabs)) void this.database.remove(old.id);
    const own = all.find((record) => record.id === this.id);
    const found: Kept<T> | undefined = own ?? all[0];
    return found && { value: found.value, isOwn: own !== undefined };
  }

  // From now on there is something to keep: what was there before has been taken over, or is not wanted.
  open(): void {
    this.isOpen = true;
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
    if (!this.isOpen) return;
    void this.database.put({ id: this.id, when: Date.now(), value: this.read() });
  }
}

// The tab's memory is copied when a tab is duplicated. So its name lies there only while no page is open in the tab:
// two pages never have the same one.
function takeId(): string {
  try {
    const id = sessionStorage.getItem(idKey);
    sessionStorage.removeItem(idKey);
    if (id) return id;
  } catch {
    // No memory at all: every load is a new tab.
  }
  return `${Date.now()}-${Math.random()}`;
}

function putBackId(id: string): void {
  try {
    sessionStorage.setItem(idKey, id);
  } catch {
    // As above.
  }
}
