/** A lease as programs get it. Times are relative, so that nobody's clock matters. */

import type { LeaseRow } from '@/lib/observe/wire.ts';

/** One lease of `GET /api/leases`; `now` is milliseconds on Redis' clock. */
export function leaseAnswer(row: LeaseRow, now: number) {
  return {
    id: row.id,
    prefix: row.prefix,
    key: row.key,
    kind: row.kind,
    resourceId: row.resourceId,
    threadId: row.threadId,
    owner: row.owner,
    ownerBytes: row.ownerBytes,
    remainingMs: row.expiresAt === null ? null : Math.max(0, Math.round(row.expiresAt - now)),
    ttlMs: row.ttlMs,
    heldForMs: Math.max(0, Math.round(now - row.heldSince)),
    heldForAtLeast: !row.heldSinceExact,
    health: row.health,
    fence: row.fence,
    run: row.run,
    process: row.process,
    holdBy: row.holdBy,
  };
}
