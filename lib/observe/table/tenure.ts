/** One owner's time with a lease: when it begins, and when the next one's does. */

import type { LeaseRecord } from './lease-record.ts';
import type { Hint, Owner, Reading } from './reading.ts';

/** A reading of a lease that is there. */
export type Present = Exclude<Reading, { state: 'missing' }>;

/** One owner's time with a lease. */
export interface Tenure {
  owner: Pick<Owner, 'text' | 'digest'>;
  /** `null` when its beginning was not seen. */
  since: number | null;
  /** Whether the server's own deadline tells that moment. */
  exact: boolean;
  renewals: number;
}

/** Who holds the lease, and since when; `null` when its value cannot be read. */
export function tenureOf(lease: LeaseRecord): Tenure | null {
  if (lease.owner === null) return null;
  const since = lease.heldSinceExact ? lease.heldSince : null;
  const owner = { text: lease.owner, digest: lease.ownerDigest };
  return { owner, since, exact: lease.grantExact, renewals: lease.renewals };
}

/** Writes a new tenure into the record. `setAt`: when it was said to begin; 0 when that was not seen. */
export function begin(lease: LeaseRecord, owner: Owner | null, at: number, setAt: number): void {
  lease.owner = owner?.text ?? null;
  lease.ownerBytes = owner?.bytes ?? 0;
  lease.ownerDigest = owner?.digest ?? null;
  lease.ownerSha256 = owner?.sha256 ?? null;
  lease.readable = owner !== null;
  lease.heldSince = at;
  lease.firstSeen = at;
  lease.grantExact = false;
  lease.heldSinceExact = setAt > 0;
  lease.renewedAt = setAt;
  lease.renewals = 0;
  lease.oddInterval = 0;
}

/**
 * Says since when its owner has held a lease whose beginning was not seen; false when that is
 * nothing new. `exact`: the moment itself is known, not only that it was held by then.
 */
export function backdate(lease: LeaseRecord, since: { at: number; exact: boolean }): boolean {
  if (lease.heldSinceExact || since.at > lease.heldSince) return false;
  if (since.at === lease.heldSince && !since.exact) return false;
  lease.heldSince = since.at;
  lease.heldSinceExact = since.exact;
  return true;
}

/** Whether the events say that the lease was free before it was written last. */
export function wasFreeBetween(hint: Hint): boolean {
  return hint.freed !== null && hint.setAt > 0 && hint.setAt >= hint.freedAt;
}

/** Deadlines of one setting, computed from two readings, are this near each other. */
const SAME_DEADLINE_MS = 2;

/**
 * Whether the reading before had it all already, although news of it come in only now: whoever
 * takes a lease anew sets its deadline anew.
 */
export function isOldNews(lease: LeaseRecord, { at, slackMs, remainingMs }: Present): boolean {
  if (lease.expiresAt === null || remainingMs === null) return false;
  const off = Math.abs(at + remainingMs - lease.expiresAt);
  return off <= SAME_DEADLINE_MS + slackMs + lease.deadlineSlackMs;
}

/** Whether this is the owner that the record has. */
export function sameOwner(lease: LeaseRecord, owner: Owner | null): boolean {
  if (owner === null) return lease.owner === null;
  return (
    lease.owner === owner.text &&
    lease.ownerBytes === owner.bytes &&
    lease.ownerDigest === owner.digest
  );
}
