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
    const before = list[0];
    // One text for all entries of a lease, not one each.
    list.push(before ? { ...entry, leaseId: before.leaseId, key: before.key } : entry);
    const kept = list.at(-1) ?? entry;
    this.#entries.push(kept);
    if (this.size > this.#capacity) this.#dropOldest();
  }

  /** Entries newest first, all or those of one lease; a lease's own come with the gaps since its first. */
  *newestFirst(leaseId?: string): Generator<HistoryEntry> {
    if (leaseId !== undefined) {
      yield* this.#ofLease(leaseId);
      return;
    }
    for (let at = this.#entries.length - 1; at >= this.#start; at--) {
      const entry = this.#entries[at];
      if (entry) yield entry;
    }
  }

  *#ofLease(leaseId: string): Generator<HistoryEntry> {
    const own = this.#byLease.get(leaseId) ?? [];
    const first = own[0];
    if (!first) return;
    let gap = this.#gaps.length - 1;
    for (let at = own.length - 1; at >= 0; at--) {
      const entry = own[at];
      if (!entry) continue;
      for (; gap >= 0 && isNewer(this.#gaps[gap], entry); gap--) {
        const newer = this.#gaps[gap];
        if (newer) yield newer;
      }
      yield entry;
    }
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

function isNewer(a: HistoryEntry | undefined, b: HistoryEntry): boolean {
  return a !== undefined && compareIds(a.id, b.id) > 0;
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
