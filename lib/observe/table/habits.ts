/**
 * How leases of one kind behave in this deployment: the TTL their holders set and how often they
 * renew. Learnt from the leases whose own habits are known, and lent to those not yet observed
 * long enough, so that 100,000 leases found by a scan need no read each to be understood.
 */

import type { LeaseKind } from '../../keys/lease-key.ts';

export interface Habit {
  ttlMs: number;
  renewEveryMs: number;
}

/** Kinds whose holders do renew; of the others it is believed when it is seen. */
const RENEWING: ReadonlySet<LeaseKind> = new Set([
  'thread',
  'thread-claim',
  'recovery',
  'execution',
]);
const CONFIDENT = 8;
const TOLERANCE = 0.1;

interface Learning extends Habit {
  /** Samples in a row that agree, at most twice {@link CONFIDENT}. */
  agreed: number;
}

export class Habits {
  readonly #byKind = new Map<string, Learning>();

  /** Notes what was learnt of one lease. */
  note(prefix: string, kind: LeaseKind, ttlMs: number, renewEveryMs: number): void {
    const id = `${kind} ${prefix}`;
    const known = this.#byKind.get(id);
    if (!known) {
      this.#byKind.set(id, { ttlMs, renewEveryMs, agreed: 1 });
    } else if (near(known.ttlMs, ttlMs) && near(known.renewEveryMs, renewEveryMs)) {
      known.agreed = Math.min(known.agreed + 1, 2 * CONFIDENT);
    } else {
      known.agreed -= 2;
      if (known.agreed <= 0) this.#byKind.set(id, { ttlMs, renewEveryMs, agreed: 1 });
    }
  }

  /** What leases of this kind do, or `null` while that is not clear. */
  of(prefix: string, kind: LeaseKind): Habit | null {
    const known = this.#byKind.get(`${kind} ${prefix}`);
    return known && known.agreed >= CONFIDENT ? known : null;
  }
}

/** Whether holders of this kind renew by design. */
export function renewsByDesign(kind: LeaseKind): boolean {
  return RENEWING.has(kind);
}

function near(known: number, seen: number): boolean {
  return Math.abs(known - seen) <= known * TOLERANCE;
}
