/**
 * Tells which changes a dashboard has seen are in the history already, whoever wrote them.
 *
 * Per lease there are two sequences of the same truth: what this dashboard saw, and what was
 * recorded. Both are in the order of the events, so they are paired from the front. What stays unpaired among the
 * seen is what is still to be recorded.
 */

import { textOf } from '../keys/text.ts';
import type { OwnerChange } from '../observe/owner-change.ts';
import type { HistoryEntry } from './entry.ts';
import { cutOwner } from './owner-cut.ts';

/** Two tellings of one change are this near each other, as long as nobody is overloaded. */
const NEAR_MS = 250;
/** And at most this far, when somebody is. */
const FAR_MS = 2000;
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
  #since = Number.NEGATIVE_INFINITY;
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

  /** Changes are seen here from this moment on: what was recorded of earlier ones is not waited for. */
  seeingSince(at: number): void {
    this.#since = at;
    for (const [leaseId, queues] of this.#queues) {
      queues.recorded = queues.recorded.filter((recorded) => recorded.at >= at);
      this.#forgetIfEmpty(leaseId, queues);
    }
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
    const match = findSame(seen, queues.recorded);
    if (match >= 0) {
      queues.recorded.splice(0, match + 1);
      this.#dropSeen(queues, queues.seen.length);
      this.#forgetIfEmpty(leaseId, queues);
      return;
    }
    queues.seen.push(seen);
    this.#pending += 1;
  }

  /** Takes note of an entry found in the history, that is, of one not written for {@link unrecorded}. */
  recorded(entry: HistoryEntry): void {
    if (entry.leaseId === null) return;
    const queues = this.#queues.get(entry.leaseId);
    const match = queues ? findSame(entry, queues.seen) : -1;
    if (queues && match >= 0) {
      this.#dropSeen(queues, match + 1);
      queues.recorded.length = 0;
      this.#forgetIfEmpty(entry.leaseId, queues);
    } else if (entry.at >= this.#since) {
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
 * Where in `list` the same change is told as `one`; -1 when nowhere. Tellings near each other are
 * paired from the front, by their order. Where none is near, one side is far behind and has read
 * the newest state at once: then the nearest is meant.
 */
function findSame(one: Recorded, list: readonly Recorded[]): number {
  let nearest = -1;
  let nearestMs = FAR_MS;
  for (const [at, other] of list.entries()) {
    if (one.to !== other.to || (one.to === null && one.from !== other.from)) continue;
    const apart = apartMs(one, other);
    if (apart <= NEAR_MS) return at;
    if (apart <= nearestMs && one.from === other.from) {
      nearest = at;
      nearestMs = apart;
    }
  }
  return nearest;
}

/** How far apart two tellings are in time. A difference found by a scan can be of any time before it. */
function apartMs(a: Recorded, b: Recorded): number {
  const [earlier, later] = a.at < b.at ? [a, b] : [b, a];
  if (later.source === 'reconciled' && earlier.source !== 'reconciled') return 0;
  return later.at - earlier.at;
}
