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
/** How many released threads of one refresh are looked at again. */
const MOST_RELEASED = 10;

export class SweepPlan {
  readonly #periodMs: number;
  readonly #silentAfterMs: number;
  readonly #planned = new Map<string, Planned>();
  readonly #looseSince = new Map<string, number>();
  #due: Planned[] = [];
  #refreshes = 0;
  /** A refresh that is under way. */
  #rest: Iterator<void> | null = null;
  #now = 0;

  constructor(options: { periodMs: number; silentAfterMs: number }) {
    this.#periodMs = options.periodMs;
    this.#silentAfterMs = options.silentAfterMs;
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
    let released = 0;
    const due: Planned[] = [];
    // In order of the last read, so what is cut off here had its turn more recently.
    for (const [id, planned] of this.#planned) {
      if (planned.seenIn !== this.#refreshes && planned.thread.owner !== null) {
        if (released++ >= MOST_RELEASED) this.#planned.delete(id);
        else this.#release(planned, this.#now);
      }
      const soon = planned.dueAt <= this.#now + PLANNED_AHEAD_MS;
      if (soon && due.length < MOST_DUE) due.push(planned);
      if (++gone % STEP === 0) yield;
    }
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
    this.#moveTo(thread.id, this.#nextRead(view, now));
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
      this.#moveTo(thread.id, again);
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

  /** Looked at once more without a lease: a run that goes on now is a ghost. */
  #release(planned: Planned, now: number): void {
    planned.thread = { ...planned.thread, owner: null };
    planned.dueAt = now + AFTER_RELEASE_MS;
    this.#looseSince.set(planned.thread.id, now);
  }

  #held(thread: SweptThread, now: number): void {
    const known = this.#planned.get(thread.id);
    if (known && known.thread.owner === thread.owner) {
      known.seenIn = this.#refreshes;
      return;
    }
    this.#looseSince.delete(thread.id);
    // A thread met for the first time is one of many: they are spread over a period.
    const wait = known ? NEW_OWNER_MS : Math.random() * this.#periodMs * 0.5;
    const dueAt = now + (this.#refreshes === 1 ? wait : NEW_OWNER_MS);
    this.#planned.set(thread.id, { thread, dueAt, seenIn: this.#refreshes });
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

  #moveTo(id: string, dueAt: number): void {
    const planned = this.#planned.get(id);
    if (!planned) return;
    this.#planned.delete(id);
    this.#planned.set(id, { ...planned, dueAt });
  }
}
