import type {
  Counts,
  DeltaMessage,
  LeaseRow,
  LeaseView,
  SnapshotMessage,
  Trust,
} from '@/lib/board/wire.ts';
import type { HistoryEntry } from '@/lib/history/entry.ts';

/** What the page knows, folded from the stream's messages. Deadlines that only move are kept apart, in {@link Deadlines}. */
export interface LiveView {
  /** What was asked for; the rows are its window. */
  view: LeaseView;
  epoch: string;
  counts: Counts;
  /** Leases that the filter matches. */
  matched: number;
  /** Ids of the window, in order. */
  order: string[];
  rows: Record<string, LeaseRow>;
  /** Newest first. */
  feed: HistoryEntry[];
  trust: Trust;
}

/** History entries that the page keeps of the live feed. */
export const FEED_KEPT = 120;

export function fromSnapshot(view: LeaseView, message: SnapshotMessage): LiveView {
  return {
    view,
    epoch: message.epoch,
    counts: message.counts,
    matched: message.matched,
    order: message.rows.map((row) => row.id),
    rows: Object.fromEntries(message.rows.map((row) => [row.id, row])),
    feed: message.feed.slice(0, FEED_KEPT),
    trust: message.trust,
  };
}

/** Folds a change in. Unchanged parts keep their identity, so that nothing renders without need. */
export function applyDelta(live: LiveView, message: DeltaMessage): LiveView {
  const order = message.order ?? live.order;
  return {
    ...live,
    counts: message.counts ?? live.counts,
    matched: message.matched ?? live.matched,
    order,
    rows: mergeRows(live, message, order),
    feed: message.feed?.length ? prepend(live.feed, message.feed) : live.feed,
  };
}

function mergeRows(live: LiveView, message: DeltaMessage, order: string[]): LiveView['rows'] {
  if (!message.rows?.length && !message.order) return live.rows;
  const merged = { ...live.rows };
  for (const row of message.rows ?? []) merged[row.id] = row;
  if (!message.order) return merged;
  const rows: LiveView['rows'] = {};
  for (const id of order) {
    const row = merged[id];
    if (row) rows[id] = row;
  }
  return rows;
}

function prepend(feed: HistoryEntry[], oldestFirst: HistoryEntry[]): HistoryEntry[] {
  const fresh = unknownOf(oldestFirst, feed).reverse();
  return fresh.length === 0 ? feed : [...fresh, ...feed].slice(0, FEED_KEPT);
}

/** Those of the candidates that are not among the others, in their order. */
export function unknownOf(
  candidates: readonly HistoryEntry[],
  among: readonly HistoryEntry[],
): HistoryEntry[] {
  const known = new Set(among.map(entryKey));
  return candidates.filter((entry) => !known.has(entryKey(entry)));
}

/** Ids are unique within one prefix's stream. */
export function entryKey(entry: HistoryEntry): string {
  return `${entry.prefix}\n${entry.id}`;
}
