/** When which thread is read next. Knows nothing of Redis. */

import type { RunView } from './run-view.ts';

/** A thread lease; `owner` is `null` for a while after the lease is gone. */
export interface SweptThread {
  /** The lease's id. */
  id: string;
  prefix: string;
  /** Text of `<resourceId>\0<threadId>`. */
  threadKey: string;
  owner: string | null;
}

interface Planned {
  thread: SweptThread;
  dueAt: number;
  /** Found by the last refresh; threads that were not are released. */
  seenIn: number;
  read: boolean;
}

/** How soon a new owner is looked at: it has registered by then. */
const NEW_OWNER_MS = 500;
const AFTER_RELEASE_MS = 3_000;
/** What may turn into an alarm is looked at more often. */
const SUSPICIOUS_MS = 6_000;
/** A run that is over gives its lease up at once, or has leaked it. */
const LEAK_MS = 3_000;
/** A little after the moment, so that it is over when the clock is asked. */
const JUST_AFTER_MS = 50;
const MOST_LOOSE_MS = 60_000;
/** A refresh comes every second, or four where there are very many: what falls due well after that can wait for the next. */
const PLANNED_AHEAD_MS = 6_000;
/** Threads that are gone through at once: a few milliseconds' worth. */
const STEP = 10_000;
const MOST_DUE = 1_000;
/** How many released threads of one refresh are looked at again, however many threads are held. */
const RELEASED_AT_LEAST = 10;
/** Beyond this, the thread that was released first is dropped. */
const MOST_BACKLOG = 50_000;

export class SweepPlan {
  readonly #periodMs: number;
  readonly #silentAfterMs: number;
  readonly #planned = new Map<string, Planned>();
  readonly #looseSince = new Map<string, number>();
  /** Released threads whose turn has not come, the one released first at the beginning. */
  readonly #backlog = new Map<string, Planned>();
  readonly #readsPerSecond: number;
  #unread = 0;
  #due: Planned[] = [];
  #refreshes = 0;
  /** A refresh that is under way. */
  #rest: Iterator<void> | null = null;
  #now = 0;

  constructor(options: { periodMs: number; silentAfterMs: number; readsPerSecond?: number }) {
    this.#readsPerSecond = options.readsPerSecond ?? 60;
    this.#periodMs = options.periodMs;
    this.#silentAfterMs = options.silentAfterMs;
  }

  /** Threads, held or just released, that were not read yet: nothing is known of their runs. */
  get notLookedAt(): number {
    return this.#unread + this.#backlog.size;
  }

  thread(id: string): SweptThread | undefined {
    return this.#planned.get(id)?.thread;
  }

  /**
   * Takes in what is held now, and sorts what falls due until the next refresh. Very many threads are
   * gone through in steps: call it again, a little later, until it answers that it is done.
   */
  refresh(held: Iterable<SweptThread>, now: number): boolean {
    this.#now = now;
    this.#rest ??= this.#steps(held);
    const { done = false } = this.#rest.next();
    if (done) this.#rest = null;
    return done;
  }

  *#steps(held: Iterable<SweptThread>): Generator<void, void> {
    this.#refreshes++;
    let gone = 0;
    for (const thread of held) {
      this.#held(thread, this.#now);
      if (++gone % STEP === 0) yield;
    }
    let unread = 0;
    const due: Planned[] = [];
    // In order of the last read, so what is cut off here had its turn more recently.
    for (const [id, planned] of this.#planned) {
      if (planned.seenIn !== this.#refreshes && planned.thread.owner !== null) {
        this.#planned.delete(id);
        this.#backlog.set(id, planned);
      } else if (!planned.read) unread++;
      const soon = planned.dueAt <= this.#now + PLANNED_AHEAD_MS;
      if (soon && due.length < MOST_DUE) due.push(planned);
      if (++gone % STEP === 0) yield;
    }
    this.#unread = unread;
    due.push(...this.#releaseSome());
    this.#due = due.sort((one, other) => other.dueAt - one.dueAt);
  }

  /** The thread that is due for longest; `undefined` when none is due. */
  next(now: number): SweptThread | undefined {
    for (;;) {
      const planned = this.#due.at(-1);
      if (!planned || planned.dueAt > now) return undefined;
      this.#due.pop();
      // Moved, or gone, since it was sorted in.
      if (this.#planned.get(planned.thread.id) !== planned || planned.dueAt > now) continue;
      planned.dueAt = now + this.#periodMs;
      return planned.thread;
    }
  }

  /** A held thread was read: when again depends on what it is doing. */
  read(thread: SweptThread, view: RunView, now: number): void {
    this.#moveTo(thread.id, this.#nextRead(view, now), true);
  }

  /**
   * A released thread was read: again at a time, or never. For a minute, unless it is to be looked
   * at `untilOver`. Answers whether it will be read again.
   */
  loose(
    thread: SweptThread,
    again: number | null,
    now: number,
    { untilOver = false }: { untilOver?: boolean } = {},
  ): boolean {
    const since = this.#looseSince.get(thread.id) ?? now;
    if (again !== null && (untilOver || now - since < MOST_LOOSE_MS)) {
      this.#moveTo(thread.id, again, true);
      return true;
    }
    if (this.#planned.get(thread.id)?.thread.owner === null) {
      this.#planned.delete(thread.id);
      this.#looseSince.delete(thread.id);
    }
    return false;
  }

  failed(thread: SweptThread, now: number): void {
    this.#moveTo(thread.id, now + SUSPICIOUS_MS);
  }

  /**
   * Released threads are looked at once more: a run that continues now is a ghost. As many at once as
   * half of the reads that the held ones leave over; the rest waits for its turn.
   */
  #releaseSome(): Planned[] {
    while (this.#backlog.size > MOST_BACKLOG) {
      const [oldest] = this.#backlog.keys();
      if (oldest !== undefined) this.#backlog.delete(oldest);
    }
    const leftOver = this.#readsPerSecond - this.#planned.size / (this.#periodMs / 1_000);
    const most = Math.max(RELEASED_AT_LEAST, Math.floor(leftOver / 2));
    const released = [...firstOf(this.#backlog.values(), most)].map((planned) => ({
      ...planned,
      thread: { ...planned.thread, owner: null },
      dueAt: this.#now + AFTER_RELEASE_MS,
      read: false,
    }));
    for (const planned of released) {
      const { id } = planned.thread;
      this.#backlog.delete(id);
      this.#planned.set(id, planned);
      this.#looseSince.set(id, this.#now);
    }
    this.#unread += released.length;
    return released;
  }

  #held(thread: SweptThread, now: number): void {
    const known = this.#planned.get(thread.id);
    if (known && known.thread.owner === thread.owner) {
      known.seenIn = this.#refreshes;
      return;
    }
    this.#looseSince.delete(thread.id);
    this.#backlog.delete(thread.id);
    // A thread met for the first time is one of many: they are spread over a period.
    const wait = known ? NEW_OWNER_MS : Math.random() * this.#periodMs * 0.5;
    const dueAt = now + (this.#refreshes === 1 ? wait : NEW_OWNER_MS);
    this.#planned.set(thread.id, { thread, dueAt, seenIn: this.#refreshes, read: false });
  }

  #nextRead(view: RunView, now: number): number {
    const usual = now + this.#periodMs * (0.9 + Math.random() * 0.1);
    if (view.state === 'over') return now + LEAK_MS;
    if (view.queued > 0) return Math.min(usual, now + SUSPICIOUS_MS);
    const begin = view.lastAt ?? view.since;
    if ((view.state !== 'working' && view.state !== 'preparing') || begin === null) return usual;
    const silentAt = begin + this.#silentAfterMs + JUST_AFTER_MS;
    return silentAt > now ? Math.min(usual, silentAt) : usual;
  }

  #moveTo(id: string, dueAt: number, read = false): void {
    const planned = this.#planned.get(id);
    if (!planned) return;
    this.#planned.delete(id);
    if (read && !planned.read && this.#unread > 0) this.#unread--;
    this.#planned.set(id, { ...planned, dueAt, read: read || planned.read });
  }
}

function* firstOf<T>(values: Iterable<T>, most: number): Generator<T> {
  let given = 0;
  for (const value of values) {
    if (given++ >= most) return;
    yield value;
  }
}
