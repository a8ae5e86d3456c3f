/**
 * Tells which changes a dashboard has seen are in the history already, whoever wrote them.
 *
 * Per lease there are two sequences of the same truth: what this dashboard saw, and what was
 * recorded. Both are in the order of the events, so they are paired from the front; neither needs
 * the other's clock to agree to better than {@link SAME_CHANGE_MS}. What stays unpaired among the
 * seen is what is still to be recorded.
 */

import { textOf } from '../keys/text.ts';
import type { OwnerChange } from '../observe/owner-change.ts';
import type { HistoryEntry } from './entry.ts';
import { cutOwner } from './owner-cut.ts';

/** How far apart two tellings of one change can be: two dashboards, one of them slow. */
const SAME_CHANGE_MS = 1000;
/** How long a recorded change waits to be seen here. */
const RECORDED_KEPT_MS = 10_000;

/** A change seen here and not yet found in the history. */
export interface SeenChange {
  change: OwnerChange;
  /** Counts all changes seen, over all leases: the order in which they are to be recorded. */
  order: number;
}

type Recorded = Pick<HistoryEntry, 'from' | 'to' | 'at' | 'source'>;

interface LeaseQueues {
  seen: (SeenChange & Recorded)[];
  recorded: Recorded[];
}

export class ChangeMatcher {
  readonly #queues = new Map<string, LeaseQueues>();
  #order = 0;
  #pending = 0;

  /** How many seen changes are not in the history yet, as far as is known. */
  get pending(): number {
    return this.#pending;
  }

  /** Whether nothing about this lease is on its way. */
  isSettled(leaseId: string): boolean {
    return (this.#queues.get(leaseId)?.seen.length ?? 0) === 0;
  }

  /** Takes note of a change seen here. */
  see(leaseId: string, change: OwnerChange): void {
    const queues = this.#of(leaseId);
    const seen = {
      ...ownersOf(change),
      at: change.at,
      source: change.source,
      change,
      order: this.#order++,
    };
    const match = queues.recorded.findIndex((recorded) => isSame(seen, recorded));
    if (match >= 0) {
      queues.recorded.splice(0, match + 1);
      this.#dropSeen(queues, queues.seen.length);
      this.#forgetIfEmpty(leaseId, queues);
      return;
    }
    queues.seen.push(seen);
    this.#pending += 1;
  }

  /**
   * Takes note of an entry found in the history.
   * @param expect whether the same change can still be about to be seen here. False for the
   *   entries a recorder wrote itself: those were seen before they were written.
   */
  recorded(entry: HistoryEntry, expect: boolean): void {
    if (entry.leaseId === null) return;
    const queues = this.#queues.get(entry.leaseId);
    const match = queues?.seen.findIndex((seen) => isSame(seen, entry)) ?? -1;
    if (queues && match >= 0) {
      this.#dropSeen(queues, match + 1);
      queues.recorded.length = 0;
      this.#forgetIfEmpty(entry.leaseId, queues);
    } else if (expect) {
      const { from, to, at, source } = entry;
      this.#of(entry.leaseId).recorded.push({ from, to, at, source });
    }
  }

  /** The changes still to be recorded, in the order seen. They stay until {@link settle} or a matching entry. */
  unrecorded(): SeenChange[] {
    const all: SeenChange[] = [];
    for (const queues of this.#queues.values()) all.push(...queues.seen);
    return all.sort((a, b) => a.order - b.order);
  }

  /** Drops a change that the record script has dealt with. */
  settle(leaseId: string, seen: SeenChange): void {
    const queues = this.#queues.get(leaseId);
    const at = queues?.seen.findIndex((candidate) => candidate.order === seen.order) ?? -1;
    if (!queues || at < 0) return;
    queues.seen.splice(at, 1);
    this.#pending -= 1;
    this.#forgetIfEmpty(leaseId, queues);
  }

  /**
   * Forgets what waited too long: recorded changes that were never seen here, and, where
   * `seenBefore` is given, seen ones older than that, for a recorder has had its chance with them.
   */
  forget(now: number, seenBefore: number | null): void {
    for (const [leaseId, queues] of this.#queues) {
      queues.recorded = queues.recorded.filter(({ at }) => now - at < RECORDED_KEPT_MS);
      if (seenBefore !== null) {
        const kept = queues.seen.findIndex(({ at }) => at >= seenBefore);
        this.#dropSeen(queues, kept < 0 ? queues.seen.length : kept);
      }
      this.#forgetIfEmpty(leaseId, queues);
    }
  }

  /** Drops the oldest seen changes until `limit` are left. Answers the times of the first and last dropped. */
  shed(limit: number): { from: number; to: number } | null {
    if (this.#pending <= limit) return null;
    const dropped = this.unrecorded().slice(0, this.#pending - limit);
    for (const [leaseId, queues] of this.#queues) {
      const keptFrom = queues.seen.findIndex(({ order }) => order > (dropped.at(-1)?.order ?? 0));
      this.#dropSeen(queues, keptFrom < 0 ? queues.seen.length : keptFrom);
      this.#forgetIfEmpty(leaseId, queues);
    }
    const times = dropped.map(({ change }) => change.at);
    return { from: Math.min(...times), to: Math.max(...times) };
  }

  #of(leaseId: string): LeaseQueues {
    let queues = this.#queues.get(leaseId);
    if (!queues) {
      queues = { seen: [], recorded: [] };
      this.#queues.set(leaseId, queues);
    }
    return queues;
  }

  #dropSeen(queues: LeaseQueues, count: number): void {
    queues.seen.splice(0, count);
    this.#pending -= count;
  }

  #forgetIfEmpty(leaseId: string, queues: LeaseQueues): void {
    if (queues.seen.length === 0 && queues.recorded.length === 0) this.#queues.delete(leaseId);
  }
}

/** Owners as the history tells them. */
function ownersOf(change: OwnerChange): { from: string | null; to: string | null } {
  return {
    from: change.from && textOf(cutOwner(change.from)),
    to: change.to && textOf(cutOwner(change.to)),
  };
}

/**
 * Whether both tell of one change: the same owner after (an acquire and a hand-over look alike to a
 * slow reader) or, at an end, the same owner before; at about the same time, except that a
 * difference found by a scan has no time of its own.
 */
function isSame(seen: Recorded, recorded: Recorded): boolean {
  if (seen.to !== recorded.to || (seen.to === null && seen.from !== recorded.from)) return false;
  if (Math.abs(seen.at - recorded.at) <= SAME_CHANGE_MS) return true;
  const [earlier, later] = seen.at < recorded.at ? [seen, recorded] : [recorded, seen];
  return later.source === 'reconciled' && earlier.source !== 'reconciled';
}
