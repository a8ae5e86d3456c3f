/** Messages for tests, each with the least that makes it whole. */

import type {
  DeltaMessage,
  LeaseRow,
  LeaseView,
  SnapshotMessage,
  Trust,
} from '@/lib/board/wire.ts';
import type { HistoryEntry } from '@/lib/history/entry.ts';

export const VIEW: LeaseView = {
  q: '',
  health: null,
  kind: null,
  sort: 'attention',
  limit: 100,
  offset: 0,
};

export const TRUST: Trust = {
  redis: { state: 'up', since: 0, detail: null, refused: false },
  events: { mode: 'keyspace', reason: null, lagMs: 3, periodMs: null, complete: true },
  recorder: { state: 'writing', reason: null },
};

export function rowOf(id: string, changes: Partial<LeaseRow> = {}): LeaseRow {
  return {
    id,
    prefix: 'mastra:topic',
    key: `u1\0${id}`,
    kind: 'thread',
    resourceId: 'u1',
    threadId: id,
    owner: 'run-1',
    ownerBytes: null,
    ownerDigest: null,
    expiresAt: 15_000,
    ttlMs: 15_000,
    renewEveryMs: 5000,
    heldSince: 0,
    heldSinceExact: true,
    renewals: 0,
    changes: 1,
    lastChangeAt: 0,
    health: 'healthy',
    fence: null,
    run: null,
    process: null,
    holdBy: null,
    ...changes,
  };
}

export function entryOf(id: string, changes: Partial<HistoryEntry> = {}): HistoryEntry {
  return {
    id,
    at: 0,
    leaseId: 'a',
    prefix: 'mastra:topic',
    key: 'u1\0a',
    event: 'acquired',
    from: null,
    to: 'run-1',
    source: 'observed',
    actor: null,
    reason: null,
    heldForMs: null,
    renewals: null,
    fence: null,
    ...changes,
  };
}

export function snapshotOf(changes: Partial<SnapshotMessage> = {}): SnapshotMessage {
  const rows = changes.rows ?? [];
  return {
    epoch: 'one',
    build: 'this',
    now: 1000,
    counts: { held: rows.length, byHealth: {}, byKind: {}, byRun: {}, expiredLast5Min: 0 },
    matched: rows.length,
    rows,
    feed: [],
    trust: TRUST,
    ...changes,
  };
}

export function deltaOf(changes: Partial<DeltaMessage>): DeltaMessage {
  return { now: 2000, ...changes };
}
