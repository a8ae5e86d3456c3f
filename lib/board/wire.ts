/**
 * What travels from the server to the browser. Types only, so that components may import them.
 *
 * Every time in a message is milliseconds on Redis' clock, and every message carries `now` on
 * that same clock: the page keeps the difference to its own monotonic clock and counts with that,
 * so a laptop ten minutes off is still right.
 */

import type { HistoryEntry } from '../history/entry.ts';
import type { RecorderTrust } from '../history/recorder-trust.ts';
import type { LeaseKind } from '../keys/lease-key.ts';
import type { Health } from '../observe/health.ts';
import type { ObservedTrust } from '../observe/observed-trust.ts';
import type { RunView } from '../runs/run-view.ts';

/** One lease as a row of the table. */
export interface LeaseRow {
  /** base64url of the Redis key's bytes. */
  id: string;
  prefix: string;
  /** The key after `<prefix>:lease:`, as text. */
  key: string;
  kind: LeaseKind;
  resourceId: string | null;
  threadId: string | null;
  /** The holder as text, cut at 512 characters; `null` when the value cannot be read. */
  owner: string | null;
  /** The size of the owner in bytes, where `owner` was cut. */
  ownerBytes: number | null;
  /** Names the owner where `owner` does not: it was cut, or its bytes are no text. See lib/keys/owner-digest.ts. */
  ownerDigest: string | null;
  /** Deadline; `null` when the key has no TTL. */
  expiresAt: number | null;
  /** Learnt TTL and renewal interval; `null` until known. */
  ttlMs: number | null;
  renewEveryMs: number | null;
  heldSince: number;
  /** False when the lease was already held at first sight: "at least since". */
  heldSinceExact: boolean;
  renewals: number;
  /** Changes of owner seen. */
  changes: number;
  lastChangeAt: number | null;
  health: Health;
  /** Fencing token of this grant, where the holder uses the library. */
  fence: string | null;
  /** What the run behind a thread's lease is doing, where it was read. */
  run: RunView | null;
  /** The process that holds it, where known. */
  process: ProcessName | null;
  /** Set while an operator holds the thread free of runs. */
  holdBy: string | null;
}

/** The process behind an owner. */
export interface ProcessName {
  id: string;
  /** What to call it: service, host or the short id. */
  label: string;
  host: string | null;
  pid: number | null;
  /** Its place among the colours, so that two processes look different; absent: by its id. */
  colour?: number;
}

/** How many leases are in each state, over the whole table; the tiles. */
export interface Counts {
  held: number;
  byHealth: Partial<Record<Health, number>>;
  byKind: Partial<Record<LeaseKind, number>>;
  /** Run states of threads, by {@link RunView.state}. */
  byRun: Partial<Record<RunView['state'], number>>;
  expiredLast5Min: number;
}

/** How far what is shown can be trusted. The fourth fact, browser ↔ server, only the page knows. */
export interface Trust extends ObservedTrust {
  recorder: RecorderTrust;
}

/** What a stream shows: filter, order and window, answered by the server from its table. */
export interface LeaseView {
  /** Search text with qualifiers, as in the URL. */
  q: string;
  health: Health | null;
  kind: LeaseKind | null;
  sort: LeaseSort;
  limit: number;
  offset: number;
}

export const LEASE_SORTS = [
  'attention',
  'thread',
  'owner',
  'ttl',
  'held',
  'changes',
  'last-change',
] as const;

/** `-` in front turns the order round. `attention`: what is wrong first. */
export type LeaseSort = (typeof LEASE_SORTS)[number] | `-${(typeof LEASE_SORTS)[number]}`;

/** The first message of every connection, and after every gap: the whole view. */
export interface SnapshotMessage {
  /** Changes when the server restarts; ids of another epoch mean nothing. */
  epoch: string;
  /** The build of the server: pages of another one are of an old version. */
  build: string;
  now: number;
  counts: Counts;
  /** Leases that the filter matches, of which `rows` is the window. */
  matched: number;
  rows: LeaseRow[];
  /** The newest history entries, newest first. */
  feed: HistoryEntry[];
  trust: Trust;
}

/** What changed since the message before. Absent means unchanged. */
export interface DeltaMessage {
  now: number;
  counts?: Counts;
  matched?: number;
  /** Rows new or changed in more than their deadline. */
  rows?: LeaseRow[];
  /** Deadlines that moved and nothing else did: `[id, expiresAt, renewals]`. */
  moves?: [id: string, expiresAt: number, renewals: number][];
  /** The window's ids in order, when it changed. */
  order?: string[];
  /** New history entries, oldest first. */
  feed?: HistoryEntry[];
  /** Entries left out before these, because they came faster than anyone can read. */
  feedSkipped?: number;
}

/** Sent at least every 5 s; its age drives the badges. */
export interface HeartbeatMessage {
  now: number;
  trust: Trust;
}

/** The last message of a stream; `signed-out` is final, the others are followed by a new connection. */
export interface EndMessage {
  reason: 'signed-out' | 'shutdown' | 'slow-reader';
}
