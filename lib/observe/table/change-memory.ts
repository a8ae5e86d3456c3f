/**
 * When each lease last changed hands, kept a little longer than the lease itself: a thread that is
 * released and taken again all the time has a new record each time, and flaps all the same.
 */

import { FLAPPING_CHANGES, FLAPPING_WINDOW_MS } from '../health.ts';

interface Memory {
  /** The newest changes, oldest first, at most {@link FLAPPING_CHANGES}. */
  times: number[];
  total: number;
}

const MOST_KEYS = 50_000;
/** How long the count of changes outlives the lease. */
const KEEP_MS = 10 * 60_000;

export class ChangeMemory {
  readonly #byKey = new Map<string, Memory>();
  /** Keys that flapped when they last changed hands. */
  readonly #flapping = new Set<string>();

  /** Notes a change of owner. Answers how many were seen of this key, forgotten ones aside. */
  note(key: string, at: number): number {
    let memory = this.#byKey.get(key);
    if (memory) this.#byKey.delete(key);
    else memory = { times: [], total: 0 };
    memory.times.push(at);
    memory.total++;
    if (memory.times.length > FLAPPING_CHANGES) memory.times.shift();
    this.#byKey.set(key, memory);
    if (this.recent(key, at) >= FLAPPING_CHANGES) this.#flapping.add(key);
    this.#forget(at);
    return memory.total;
  }

  /** When this key last changed hands; long ago where that is not known. */
  lastAt(key: string): number {
    return this.#byKey.get(key)?.times.at(-1) ?? Number.NEGATIVE_INFINITY;
  }

  /** Changes of this key within the flapping window before `now`; counts no further than flapping. */
  recent(key: string, now: number): number {
    const times = this.#byKey.get(key)?.times;
    if (!times) return 0;
    let count = 0;
    for (const at of times) if (now - at < FLAPPING_WINDOW_MS) count++;
    return count;
  }

  /**
   * How many keys flap at `now`. One that does is free half of the time: it counts all the same, or
   * the number would flap, too.
   */
  flapping(now: number): number {
    for (const key of this.#flapping) {
      if (this.recent(key, now) < FLAPPING_CHANGES) this.#flapping.delete(key);
    }
    return this.#flapping.size;
  }

  /** When the count of recent changes falls next; `null` when there are none. */
  nextFall(key: string, now: number): number | null {
    const times = this.#byKey.get(key)?.times;
    const oldest = times?.find((at) => now - at < FLAPPING_WINDOW_MS);
    return oldest === undefined ? null : oldest + FLAPPING_WINDOW_MS;
  }

  #forget(now: number): void {
    for (const [key, memory] of this.#byKey) {
      const newest = memory.times.at(-1) ?? 0;
      if (this.#byKey.size <= MOST_KEYS && now - newest < KEEP_MS) return;
      this.#byKey.delete(key);
    }
  }
}
