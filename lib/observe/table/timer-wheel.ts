/**
 * Who must be looked at when: deadlines and changes of health that come with time alone.
 *
 * Buckets of {@link TICK_MS} instead of a sorted heap, and lazy: an item that is due later than
 * planned stays where it is and is planned anew when its old time comes. So a renewal, which only
 * ever moves a deadline away, costs nothing here, and there is one entry per item, not one per
 * renewal.
 */

import { asSmall } from './small-number.ts';

/** How exact a wake is. */
export const TICK_MS = 20;

/** What the wheel carries. It keeps its plan in the item itself. */
export interface Wakeable {
  /** The bucket that will wake it; -1 when none will. Written by the wheel alone. */
  wakeTick: number;
}

export class TimerWheel<T extends Wakeable> {
  readonly #buckets = new Map<number, T[]>();
  /** When it began; ticks count from here, so that they are small numbers, of which none is an object. */
  readonly #origin: number;
  /** The next bucket to empty. */
  #next = 0;
  /** The earliest bucket anything was put in since the last look. */
  #earliestPlan = Number.POSITIVE_INFINITY;

  constructor(now: number) {
    this.#origin = Math.floor(now);
  }

  /** Wakes `item` at `at` at the latest; an earlier wake that is already planned stands. */
  plan(item: T, at: number): void {
    const tick = Math.max(asSmall(Math.ceil((at - this.#origin) / TICK_MS)), this.#next);
    if (item.wakeTick !== -1 && item.wakeTick <= tick) return;
    item.wakeTick = tick;
    this.#earliestPlan = Math.min(this.#earliestPlan, tick);
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
    const until = asSmall(Math.floor((now - this.#origin) / TICK_MS));
    let due = this.#dueTicks(until);
    while (due.length > 0) {
      this.#earliestPlan = Number.POSITIVE_INFINITY;
      for (const tick of due) this.#empty(tick, wake);
      due = this.#earliestPlan <= until ? this.#plannedBy(until) : [];
    }
    this.#next = Math.max(this.#next, until + 1);
  }

  /** The planned ticks up to `until`, in order; found in the shorter of the two ways. */
  #dueTicks(until: number): number[] {
    if (until - this.#next > this.#buckets.size) return this.#plannedBy(until);
    const due: number[] = [];
    for (let tick = this.#next; tick <= until; tick++) if (this.#buckets.has(tick)) due.push(tick);
    return due;
  }

  #plannedBy(until: number): number[] {
    return [...this.#buckets.keys()].filter((tick) => tick <= until).sort((a, b) => a - b);
  }

  #empty(tick: number, wake: (item: T) => void): void {
    // What is planned anew from here on must land in a bucket that is yet to be emptied.
    this.#next = tick + 1;
    const bucket = this.#buckets.get(tick);
    if (!bucket) return;
    this.#buckets.delete(tick);
    for (const item of bucket) {
      if (item.wakeTick !== tick) continue;
      item.wakeTick = -1;
      wake(item);
    }
  }
}
