/** Counts over the whole table, kept up with every change instead of counted anew. */

import type { LeaseKind } from '../../keys/lease-key.ts';
import type { Health } from '../health.ts';

const WINDOW_MS = 5 * 60_000;
const SLOT_MS = 5000;

export class Tally<K extends string> {
  readonly #counts = new Map<K, number>();

  add(key: K, by: 1 | -1): void {
    const count = (this.#counts.get(key) ?? 0) + by;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }

  all(): Partial<Record<K, number>> {
    return Object.fromEntries(this.#counts) as Partial<Record<K, number>>;
  }
}

/** How often something happened within the last five minutes, to five seconds. */
export class RecentCount {
  readonly #slots = new Map<number, number>();

  add(at: number): void {
    const slot = Math.floor(at / SLOT_MS);
    this.#slots.set(slot, (this.#slots.get(slot) ?? 0) + 1);
  }

  count(now: number): number {
    const oldest = Math.floor((now - WINDOW_MS) / SLOT_MS);
    let sum = 0;
    for (const [slot, count] of this.#slots) {
      if (slot <= oldest) this.#slots.delete(slot);
      else sum += count;
    }
    return sum;
  }
}

export interface TableTallies {
  health: Tally<Health>;
  kind: Tally<LeaseKind>;
  expired: RecentCount;
}

export function newTallies(): TableTallies {
  return { health: new Tally(), kind: new Tally(), expired: new RecentCount() };
}
