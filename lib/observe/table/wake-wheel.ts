/**
 * Who must be looked at when: deadlines and changes of health that come with time alone.
 *
 * Buckets of {@link TICK_MS} instead of a sorted heap, and lazy: an item that is due later than
 * planned stays where it is and is planned anew when its old time comes. So a renewal, which only
 * ever moves a deadline away, costs nothing here, and there is one entry per item, not one per
 * renewal.
 */

/** How exact a wake is. */
export const TICK_MS = 20;

/** What the wheel carries. It keeps its plan in the item itself. */
export interface Wakeable {
  /** The bucket that will wake it; -1 when none will. Written by the wheel alone. */
  wakeTick: number;
}

export class WakeWheel<T extends Wakeable> {
  readonly #buckets = new Map<number, T[]>();
  /** The next bucket to empty. */
  #next: number;

  constructor(now: number) {
    this.#next = Math.floor(now / TICK_MS);
  }

  /** Wakes `item` at `at` at the latest; an earlier wake that is already planned stands. */
  plan(item: T, at: number): void {
    const tick = Math.max(Math.ceil(at / TICK_MS), this.#next);
    if (item.wakeTick !== -1 && item.wakeTick <= tick) return;
    item.wakeTick = tick;
    const bucket = this.#buckets.get(tick);
    if (bucket) bucket.push(item);
    else this.#buckets.set(tick, [item]);
  }

  /** Forgets the plan of `item`. */
  drop(item: T): void {
    item.wakeTick = -1;
  }

  /** Hands over everything due by `now`; `wake` may plan again. */
  advance(now: number, wake: (item: T) => void): void {
    const until = Math.floor(now / TICK_MS);
    if (until - this.#next > this.#buckets.size) this.#skip(until);
    for (; this.#next <= until; this.#next++) {
      const tick = this.#next;
      const bucket = this.#buckets.get(tick);
      if (!bucket) continue;
      this.#buckets.delete(tick);
      for (const item of bucket) {
        if (item.wakeTick !== tick) continue;
        item.wakeTick = -1;
        wake(item);
      }
    }
  }

  /** Moves over a long silence without counting every tick of it. */
  #skip(until: number): void {
    let first = until + 1;
    for (const tick of this.#buckets.keys()) if (tick < first) first = tick;
    this.#next = Math.max(this.#next, first);
  }
}
