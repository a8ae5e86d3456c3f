/** A lease as programs get it, over the API and from the command line. Types and arithmetic only. */

import type { LeaseKind } from '../keys/lease-key.ts';
import type { Health } from '../observe/health.ts';
import type { RunView } from '../runs/run-view.ts';
import type { LeaseRow, ProcessName } from './wire.ts';

/** Times are relative, so that nobody's clock matters. */
export interface ListedLease {
  /** base64url of the Redis key's bytes. */
  id: string;
  prefix: string;
  /** The key after `<prefix>:lease:`, as text. */
  key: string;
  kind: LeaseKind;
  resourceId: string | null;
  threadId: string | null;
  /** As text, cut at 512 characters; `null` when it cannot be read. */
  owner: string | null;
  /** The owner's size, where it was cut. */
  ownerBytes: number | null;
  /** SHA-256 (base64url) of the owner's bytes, where `owner` was cut or its bytes are no text. */
  ownerDigest: string | null;
  /** Until the deadline; `null` when there is none. */
  remainingMs: number | null;
  /** Learnt, as is the interval of its renewals; `null` until known. */
  ttlMs: number | null;
  renewEveryMs: number | null;
  heldForMs: number;
  /** Whether it was held already when it was first seen. */
  heldForAtLeast: boolean;
  health: Health;
  fence: string | null;
  run: RunView | null;
  process: ProcessName | null;
  /** Who holds it as an operator. */
  holdBy: string | null;
}

/** Leases as programs get them, and how far they can be relied on. */
export interface LeaseListing {
  /** How many there are, of which `leases` is the window. */
  total: number;
  leases: ListedLease[];
  /** How long Redis has not answered, milliseconds: this is what was known before; `null` while it does. */
  staleMs: number | null;
  /** False while the first scan is on its way: there may be more leases. */
  complete: boolean;
}

/** @param now milliseconds on Redis' clock. */
export function listedLease(row: LeaseRow, now: number): ListedLease {
  const { id, prefix, key, kind, resourceId, threadId, owner, ownerBytes, ownerDigest } = row;
  const { ttlMs, renewEveryMs, health, fence, run, process, holdBy } = row;
  return {
    ...{ id, prefix, key, kind, resourceId, threadId, owner, ownerBytes, ownerDigest },
    remainingMs: row.expiresAt === null ? null : Math.max(0, Math.round(row.expiresAt - now)),
    ttlMs,
    renewEveryMs,
    heldForMs: Math.max(0, Math.round(now - row.heldSince)),
    heldForAtLeast: !row.heldSinceExact,
    ...{ health, fence, run, process, holdBy },
  };
}
