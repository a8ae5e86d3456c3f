/**
 * New entries of the history on their way to the readers of a view. A busy deployment changes
 * owners hundreds of times a second, and no page can show that: beyond a rate the older ones are
 * left out and counted. The history has them all.
 */

import type { HistoryEntry } from '../../history/entry.ts';
import type { DeltaMessage } from '../wire.ts';

const PER_SECOND = 6;
/** What may come at once after a quiet time. */
const BURST = 50;

export class FeedBuffer {
  #waiting: HistoryEntry[] = [];
  #skipped = 0;
  #allowance = BURST;
  #at = performance.now();

  add(entry: HistoryEntry): void {
    this.#waiting.push(entry);
    if (this.#waiting.length <= BURST) return;
    this.#waiting.shift();
    this.#skipped++;
  }

  /** What may be told now, oldest first; `null` when there is nothing or it must wait. */
  take(at = performance.now()): Pick<DeltaMessage, 'feed' | 'feedSkipped'> | null {
    if (this.#waiting.length === 0) return null;
    const earned = ((at - this.#at) / 1000) * PER_SECOND;
    this.#allowance = Math.min(BURST, this.#allowance + earned);
    this.#at = at;
    const room = Math.floor(this.#allowance);
    if (room < 1) return null;
    const feed = this.#waiting.slice(-room);
    const skipped = this.#skipped + this.#waiting.length - feed.length;
    this.#allowance -= feed.length;
    this.#waiting = [];
    this.#skipped = 0;
    return skipped > 0 ? { feed, feedSkipped: skipped } : { feed };
  }
}
