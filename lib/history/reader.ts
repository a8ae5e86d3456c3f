/** Reading the history: pages, the live feed, and what follows from both. */

import type { RedisClient } from '../lease/index.ts';
import { type ChangeCounts, changesPerMinute } from './changes-per-minute.ts';
import { compareEntries, cursorOf, positionOf } from './cursor.ts';
import type { HistoryEntry, HistoryEvent } from './entry.ts';
import { EntryIndex } from './entry-index.ts';
import { type HistoryQuery, matcherOf } from './query.ts';
import { StreamTail } from './stream-tail.ts';

/** About how many entries a store keeps. */
export const HISTORY_CAP = 100_000;
/** How many entries are kept where history is in memory only. */
export const MEMORY_CAP = 5000;

/** Entries stand in the order of their writing; a change can be written this much after it happened. */
const LATE_MS = 60_000;

const DAY_MS = 86_400_000;
/** A picture of the whole history shows no less than this, however young it is. */
const LEAST_SHOWN_MS = 10 * 60_000;

const DEFAULT_LIMIT = 50;
const LARGEST_LIMIT = 1000;

export interface HistoryPage {
  /** Newest first. */
  entries: HistoryEntry[];
  /** Give it as `cursor` for the page after this one; `null` at the end. */
  next: string | null;
  /** The history is still being read from the store, and only its newest entries are here. */
  loading: boolean;
}

export interface BusyLease {
  leaseId: string;
  prefix: string;
  key: string;
  /** How often it was acquired or handed on. */
  grants: number;
  lastAt: number;
}

export interface HistoryReaderOptions {
  /** Where the history is kept; `null`: in memory only, and gone with the process. Not closed here. */
  store: RedisClient | null;
  prefixes: readonly string[];
}

interface PrefixHistory {
  index: EntryIndex;
  /** The newest entries, while the rest is being loaded. */
  glimpse: EntryIndex | null;
  tail: StreamTail | null;
}

/**
 * Keeps the newest entries of each prefix at hand by following its stream, so that a page costs
 * the store nothing and as much at 100,000 entries as at 1,000.
 */
export class HistoryReader {
  readonly #prefixes = new Map<string, PrefixHistory>();
  readonly #listeners = new Set<(entry: HistoryEntry) => void>();
  readonly #storedListeners = new Set<(entry: HistoryEntry) => void>();
  #started: Promise<void> | null = null;
  #inMemory = 0;

  constructor({ store, prefixes }: HistoryReaderOptions) {
    for (const prefix of prefixes) {
      const index = new EntryIndex(store ? HISTORY_CAP : MEMORY_CAP);
      const history: PrefixHistory = { index, glimpse: null, tail: null };
      this.#prefixes.set(prefix, history);
      if (!store) continue;
      history.glimpse = new EntryIndex(HISTORY_CAP);
      history.tail = new StreamTail({
        ...{ store, prefix, load: HISTORY_CAP },
        onEntry: (entry, live) => this.#add(index, entry, live),
        onGlimpse: (newestFirst) => {
          for (const entry of newestFirst.toReversed()) history.glimpse?.add(entry);
        },
      });
    }
  }

  /** Starts loading and following. Resolves once what the store has is at hand; may be called twice. */
  start(): Promise<void> {
    const loads = [...this.#prefixes.values()].map(async (history) => {
      await history.tail?.start();
      history.glimpse = null;
    });
    this.#started ??= Promise.all(loads).then(() => {});
    return this.#started;
  }

  /** Ends the following. Pages are still answered from what is at hand. */
  close(): void {
    for (const { tail } of this.#prefixes.values()) tail?.close();
    this.#listeners.clear();
    this.#storedListeners.clear();
  }

  /**
   * One page of the entries asked for, newest first.
   * @throws HistoryCursorError when the cursor is none of ours.
   */
  page(query: HistoryQuery = {}): HistoryPage {
    const limit = Math.min(Math.max(query.limit ?? DEFAULT_LIMIT, 1), LARGEST_LIMIT);
    const entries: HistoryEntry[] = [];
    const { loading } = this;
    for (const entry of this.select(query)) {
      if (entries.length === limit) return { entries, next: cursorOf(entries.at(-1)), loading };
      entries.push(entry);
    }
    return { entries, next: null, loading };
  }

  /** Whether the store is still being read; until it is, the newest entries are all there is. */
  get loading(): boolean {
    return [...this.#prefixes.values()].some(({ glimpse }) => glimpse !== null);
  }

  /** Every entry asked for, newest first, one at a time; `limit` does not count here. */
  *select(query: HistoryQuery = {}): Generator<HistoryEntry> {
    const matches = matcherOf(query);
    const after = query.cursor === undefined ? null : positionOf(query.cursor);
    const isOlder = after ? (entry: HistoryEntry) => compareEntries(entry, after) < 0 : undefined;
    for (const entry of this.#newestFirst(query.leaseId, isOlder)) {
      if (matches(entry)) yield entry;
    }
  }

  /**
   * How many changes there were per minute of those asked for, from `since` to `until`, in at most
   * `most` stretches. Without `since`: of the last day up to `now`, or from the first of them on
   * where they are younger.
   */
  changes(query: HistoryQuery, now: number, most: number): ChangeCounts {
    const to = query.until ?? now;
    const earliest = Math.max(query.since ?? to - DAY_MS, 0);
    const entries = [...this.select({ ...query, since: earliest, until: to })];
    const from = query.since === undefined ? beginningOf(entries, earliest, to) : earliest;
    return changesPerMinute(entries, { from, to }, most);
  }

  /**
   * The leases that changed hands most since a moment, the busiest first: how often somebody
   * acquired one or was handed it.
   */
  busiest(since: number, limit: number): BusyLease[] {
    const byLease = new Map<string, BusyLease>();
    for (const { at, leaseId, prefix, key, to } of this.#newestFirst()) {
      if (at < since - LATE_MS) break;
      if (leaseId === null || to === null || at < since) continue;
      const known = byLease.get(leaseId);
      if (known) known.grants += 1;
      else byLease.set(leaseId, { leaseId, prefix, key, grants: 1, lastAt: at });
    }
    return [...byLease.values()]
      .sort((a, b) => b.grants - a.grants || b.lastAt - a.lastAt)
      .slice(0, limit);
  }

  /** Changes of one kind since a moment, newest first; looks no further back than that. */
  *recent(event: HistoryEvent, since: number): Generator<HistoryEntry> {
    for (const entry of this.#newestFirst()) {
      if (entry.at < since - LATE_MS) return;
      if (entry.event === event && entry.at >= since) yield entry;
    }
  }

  /** The newest entries, newest first. */
  latest(limit: number): HistoryEntry[] {
    return this.page({ limit }).entries;
  }

  /** Calls back with each new entry, within moments of its being written. Returns how to stop that. */
  onEntry(listener: (entry: HistoryEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** As {@link onEntry}, but with the entries that were loaded too. */
  onStored(listener: (entry: HistoryEntry) => void): () => void {
    this.#storedListeners.add(listener);
    return () => this.#storedListeners.delete(listener);
  }

  /** How many entries are at hand. */
  get size(): number {
    let size = 0;
    for (const { index } of this.#prefixes.values()) size += index.size;
    return size;
  }

  /** Reads everything that the store has of this prefix by now. */
  async catchUp(prefix: string): Promise<void> {
    await this.#prefixes.get(prefix)?.tail?.catchUp();
  }

  /** Adds an entry where history is in memory only; its id is given here. */
  keep(entry: Omit<HistoryEntry, 'id'>): void {
    const index = this.#prefixes.get(entry.prefix)?.index;
    if (index) this.#add(index, { id: `mem-${++this.#inMemory}`, ...entry }, true);
  }

  #add(index: EntryIndex, entry: HistoryEntry, live: boolean): void {
    index.add(entry);
    for (const listener of this.#storedListeners) listener(entry);
    if (!live) return;
    for (const listener of this.#listeners) listener(entry);
  }

  *#newestFirst(
    leaseId?: string,
    isOlder?: (entry: HistoryEntry) => boolean,
  ): Generator<HistoryEntry> {
    const all = [...this.#prefixes.values()];
    const sources = all.map(({ index, glimpse }) =>
      (glimpse ?? index).newestFirst(leaseId, isOlder),
    );
    const [only] = sources;
    if (only && sources.length === 1) yield* only;
    else yield* merged(sources);
  }
}

/** When the first of these changes was; `earliest` where there is none. */
function beginningOf(entries: readonly HistoryEntry[], earliest: number, to: number): number {
  let first = Number.POSITIVE_INFINITY;
  for (const { at, event } of entries) if (event !== 'gap' && at < first) first = at;
  if (first === Number.POSITIVE_INFINITY) return earliest;
  return Math.max(earliest, Math.min(first, to - LEAST_SHOWN_MS));
}

/** Merges newest-first sequences into one. */
function* merged(sources: Generator<HistoryEntry>[]): Generator<HistoryEntry> {
  const heads = sources.map((source) => ({ source, entry: source.next().value }));
  for (;;) {
    let newest: (typeof heads)[number] | null = null;
    for (const head of heads) {
      if (!head.entry) continue;
      if (!newest?.entry || compareEntries(head.entry, newest.entry) > 0) newest = head;
    }
    if (!newest?.entry) return;
    yield newest.entry;
    newest.entry = newest.source.next().value;
  }
}
