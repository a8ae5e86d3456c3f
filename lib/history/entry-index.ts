/**
 * The window of history that a dashboard keeps at hand: the newest entries of one prefix, oldest
 * first, and which of them belong to which lease. Pure memory, bounded by `capacity`.
 */

import type { HistoryEntry } from './entry.ts';

export class EntryIndex {
  readonly #capacity: number;
  #entries: HistoryEntry[] = [];
  /** Entries before this one are dropped; the array is cut from time to time. */
  #start = 0;
  readonly #byLease = new Map<string, HistoryEntry[]>();
  #gaps: HistoryEntry[] = [];

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#entries.length - this.#start;
  }

  /** Adds an entry newer than all before it; the oldest one falls out when there are too many. */
  add(entry: HistoryEntry): void {
    const list = this.#listOf(entry);
    const kept = sharing(entry, list.at(-1));
    list.push(kept);
    this.#entries.push(kept);
    if (this.size > this.#capacity) this.#dropOldest();
  }

  /**
   * Entries newest first, all or those of one lease; a lease's own come with the gaps since its
   * first. With `isOlder`, only those for which it holds: all from some age on.
   */
  *newestFirst(
    leaseId?: string,
    isOlder?: (entry: HistoryEntry) => boolean,
  ): Generator<HistoryEntry> {
    if (leaseId === undefined) {
      yield* backwards(this.#entries, this.#start, isOlder);
      return;
    }
    const own = this.#byLease.get(leaseId) ?? [];
    const first = own[0];
    if (!first) return;
    const gapsFrom = countWhile(this.#gaps, 0, (gap) => compareIds(gap.id, first.id) < 0);
    const gaps = backwards(this.#gaps, gapsFrom, isOlder);
    let gap = gaps.next().value;
    for (const entry of backwards(own, 0, isOlder)) {
      for (; gap && compareIds(gap.id, entry.id) > 0; gap = gaps.next().value) yield gap;
      yield entry;
    }
    for (; gap; gap = gaps.next().value) yield gap;
  }

  #listOf(entry: HistoryEntry): HistoryEntry[] {
    if (entry.leaseId === null) return this.#gaps;
    let list = this.#byLease.get(entry.leaseId);
    if (!list) {
      list = [];
      this.#byLease.set(entry.leaseId, list);
    }
    return list;
  }

  #dropOldest(): void {
    const oldest = this.#entries[this.#start];
    this.#start += 1;
    if (oldest?.leaseId === null) this.#gaps.shift();
    else if (oldest) this.#dropOfLease(oldest.leaseId);
    if (this.#start > 4096 && this.#start > this.#capacity / 4) {
      this.#entries = this.#entries.slice(this.#start);
      this.#start = 0;
    }
  }

  #dropOfLease(leaseId: string): void {
    const list = this.#byLease.get(leaseId);
    if (!list) return;
    list.shift();
    if (list.length === 0) this.#byLease.delete(leaseId);
  }
}

/** The entry with the texts that it has in common with the one before: one in memory, not one each. */
function sharing(entry: HistoryEntry, before: HistoryEntry | undefined): HistoryEntry {
  if (!before || entry.leaseId === null) return entry;
  const from = entry.from === before.to ? before.to : entry.from;
  return { ...entry, leaseId: before.leaseId, key: before.key, from };
}

/** From the newest that is old enough down to `start`. */
function* backwards(
  entries: readonly HistoryEntry[],
  start: number,
  isOlder: ((entry: HistoryEntry) => boolean) | undefined,
): Generator<HistoryEntry> {
  const end = isOlder ? countWhile(entries, start, isOlder) : entries.length;
  for (let at = end - 1; at >= start; at--) {
    const entry = entries[at];
    if (entry) yield entry;
  }
}

/** The first position from `start` on at which the condition, true for the older ones, is false. */
function countWhile(
  entries: readonly HistoryEntry[],
  start: number,
  holds: (entry: HistoryEntry) => boolean,
): number {
  let low = start;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = entries[middle];
    if (entry && holds(entry)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Orders ids of one prefix by age: stream ids (`<ms>-<n>`) or `mem-<n>`. Negative: `a` is older. */
export function compareIds(a: string, b: string): number {
  const [aMs, aSeq] = numbersOf(a);
  const [bMs, bSeq] = numbersOf(b);
  return aMs - bMs || aSeq - bSeq;
}

function numbersOf(id: string): [ms: number, sequence: number] {
  const dash = id.indexOf('-');
  const ms = id.startsWith('mem-') ? 0 : Number(id.slice(0, dash));
  return [ms, Number(id.slice(dash + 1))];
}
