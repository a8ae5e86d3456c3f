/**
 * Events that the key does not bear out. Whoever may publish can say that a lease was freed; an event
 * is a hint to read, and where the reading shows the same tenure it was no change.
 */

import type { LeaseRecord } from './lease-record.ts';
import type { Hint } from './reading.ts';
import { isOldNews, type Present, sameOwner } from './tenure.ts';

/** A lease held for longer than this before it was said to be freed was not taken anew meanwhile. */
const HELD_BEFORE_MS = 1000;
/** The server's deadline and the one kept differ by no more. */
const EARLY_MS = 60;
/** So long after a forged event others are expected. */
const DOUBT_MS = 10_000;

export class ForgedNews {
  /** When an event was last found to be untrue. */
  #foundAt = Number.NEGATIVE_INFINITY;

  /** Removes from a hint what the reading of a held lease contradicts. */
  discard(lease: LeaseRecord, reading: Present, hint: Hint): void {
    if (hint.freed === null) return;
    const isSame = sameOwner(lease, reading.state === 'held' ? reading.owner : null);
    const isUntrue =
      isSame && isOldNews(lease, reading) && lease.heldSince < hint.freedAt - HELD_BEFORE_MS;
    if (isUntrue) this.#foundAt = reading.at;
    // A reading sent before this news came had the new tenure already.
    const cannotHaveExpired =
      isSame && hint.freed === 'expired' && lease.deadline > hint.freedAt + EARLY_MS;
    if (cannotHaveExpired || reading.at - this.#foundAt < DOUBT_MS) hint.freed = null;
  }
}
