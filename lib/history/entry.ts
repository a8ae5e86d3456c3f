/**
 * One entry of the ownership history. Runs in Node and in the browser.
 *
 * In Redis an entry is one item of the capped stream `leaseboard:{<prefix>}:history`, with these
 * fields in this order, always all of them (a stream stores repeated field names only once):
 *
 *   key event from to at source actor reason held renewals fence
 *
 * `key` is the whole Redis key of the lease (bytes), empty for a gap. Absent values are empty.
 * `at` is milliseconds on Redis' clock and empty where it equals the time in the entry's id.
 * For a gap, `from` and `to` are the first and last moment not observed (milliseconds).
 */

export const HISTORY_FIELDS = [
  'key',
  'event',
  'from',
  'to',
  'at',
  'source',
  'actor',
  'reason',
  'held',
  'renewals',
  'fence',
] as const;

export const HISTORY_EVENTS = [
  'acquired',
  'transferred',
  'released',
  'expired',
  'evicted',
  'gap',
] as const;

export type HistoryEvent = (typeof HISTORY_EVENTS)[number];

/**
 * How an entry is known. `recorded`: written by the script that made the change, exact.
 * `observed`: seen in keyspace events and read back; two quick changes can collapse into one.
 * `reconciled`: a difference found by a scan, the moment unknown within the gap before it.
 */
export const HISTORY_SOURCES = ['recorded', 'observed', 'reconciled'] as const;

export type HistorySource = (typeof HISTORY_SOURCES)[number];

export interface HistoryEntry {
  /** Redis stream id, or `mem-<n>` where history is kept in memory only. */
  id: string;
  /** When it happened, milliseconds on Redis' clock. */
  at: number;
  /** Id of the lease (base64url of its Redis key); `null` for a gap. */
  leaseId: string | null;
  prefix: string;
  /** The lease key as text, without prefix; `''` for a gap. */
  key: string;
  event: HistoryEvent;
  /** Owner before; `null` when there was none. For a gap: the first unobserved millisecond, as text. */
  from: string | null;
  /** Owner after; `null` when there is none. For a gap: the last unobserved millisecond, as text. */
  to: string | null;
  source: HistorySource;
  /** Who did it, where known: an operator, or a process that uses the library. */
  actor: string | null;
  reason: string | null;
  /** How long `from` had held it, where known. */
  heldForMs: number | null;
  /** Renewals seen while `from` held it, where known. */
  renewals: number | null;
  /** Fencing token of the grant to `to`, where the writer fences. */
  fence: string | null;
}
