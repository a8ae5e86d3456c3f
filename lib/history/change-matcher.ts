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
import { truncateOwner } from './truncate-owner.ts';

/** What two watches make of one moment that the server tells differs by less than this. */
const SAME_MS = 10;
/** Two tellings of one change, each by its own clock, are this near as long as nobody is behind. */
const NEAR_MS = 250;
/** And at most this far, when somebody is. */
const FAR_MS = 2000;
/**
 * What the library wrote waits this long to be seen here. A watch that is further behind has given
 * its observation up, and what it finds afterwards is a difference and no change.
 */
const RECORDED_KEPT_MS = 30_000;
/** How late at most a watch takes note of its own beginning. */
const BEGUN_MS = 3000;

/** A change seen here and not yet found in the history. */
export interface SeenChange {
  change: OwnerChange;
  /** Counts all changes seen, over all leases: the order in which they are to be recorded. */
  order: number;
}

type Recorded = Pick<HistoryEntry, 'from' | 'to' | 'at' | 'source' | 'heldForMs'>;
type Seen = Recorded & Pick<OwnerChange, 'exact'>;

interface LeaseQueues {
  seen: (SeenChange & Seen)[];
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

  /**
   * Changes are seen here from this moment on: what was recorded of earlier ones is not waited for.
   * A watch that is behind takes its beginning for later than it was; the library's times are right.
   */
  seeingSince(at: number): void {
    this.#since = at;
    for (const [leaseId, queues] of this.#queues) {
      queues.recorded = queues.recorded.filter((recorded) => this.#mayBeSeen(recorded));
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
      heldForMs: change.heldForMs,
      exact: change.exact,
      change,
      order: this.#order++,
    };
    const match = positionOf(queues.recorded, (recorded) => distance(seen, recorded));
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
    const match = queues ? positionOf(queues.seen, (seen) => distance(seen, entry)) : -1;
    if (queues && match >= 0) {
      this.#dropSeen(queues, match + 1);
      queues.recorded.length = 0;
      this.#forgetIfEmpty(entry.leaseId, queues);
      return;
    }
    if (queues && entry.source === 'observed') this.#dropPassed(queues, entry.at - SAME_MS);
    if (this.#mayBeSeen(entry)) {
      const { from, to, at, source, heldForMs } = entry;
      this.#of(entry.leaseId).recorded.push({ from, to, at, source, heldForMs });
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

  #mayBeSeen({ at, source }: Recorded): boolean {
    return at >= (source === 'recorded' ? this.#since - BEGUN_MS : this.#since);
  }

  /** What its recorder was past when it wrote this, it left out or told in its own way. */
  #dropPassed(queues: LeaseQueues, before: number): void {
    const kept = queues.seen.findIndex(({ at }) => at >= before);
    this.#dropSeen(queues, kept < 0 ? queues.seen.length : kept);
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
    from: change.from && textOf(truncateOwner(change.from)),
    to: change.to && textOf(truncateOwner(change.to)),
  };
}

/** Where in a list the nearest stands, the first of equals; -1 when none is the same at all. */
function positionOf<T>(list: readonly T[], distanceTo: (one: T) => number | null): number {
  let nearest = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const [at, one] of list.entries()) {
    const far = distanceTo(one);
    if (far === null || far >= least) continue;
    nearest = at;
    least = far;
  }
  return nearest;
}

/**
 * How far a change seen and one recorded are from each other, in ms; `null` when they are not the same.
 *
 * The library tells every change of its leases, so what was seen of them is its story with
 * changes left out: the first that fits, however late it was seen, leaves no less to fit the rest.
 * Of two that watched, each may have left something out. A grant is known by the moment that the
 * server itself gives for it, its end by the grant. Where the server gives none, the nearest in time
 * is meant.
 */
function distance(seen: Seen, recorded: Recorded): number | null {
  if (seen.to !== recorded.to) return null;
  if (recorded.source === 'recorded') return 0;
  const sameFrom = seen.from === recorded.from;
  if (seen.source === 'reconciled' || recorded.source === 'reconciled') {
    return sameFrom || seen.to !== null ? apartReconciled(seen, recorded) : null;
  }
  const far = apartMs(seen, recorded);
  if (far <= SAME_MS) return far;
  if (seen.exact || (seen.to === null && !sameFrom)) return null;
  return far <= NEAR_MS || (far <= FAR_MS && sameFrom) ? far : null;
}

/** How far apart two tellings are in time, by the change itself or by the grant that it ends. */
function apartMs(a: Recorded, b: Recorded): number {
  const apart = Math.abs(a.at - b.at);
  if (a.to !== null || a.heldForMs === null || b.heldForMs === null) return apart;
  return Math.min(apart, Math.abs(a.at - a.heldForMs - (b.at - b.heldForMs)));
}

/** A difference found by a scan can be of any time before it. */
function apartReconciled(a: Recorded, b: Recorded): number | null {
  const [earlier, later] = a.at < b.at ? [a, b] : [b, a];
  const far = later.source === 'reconciled' ? 0 : later.at - earlier.at;
  return far <= NEAR_MS || (far <= FAR_MS && a.from === b.from) ? far : null;
}
