/**
 * The health of a lease, defined here and nowhere else. Pure; runs in Node and in the browser.
 *
 * A holder renews every `renewEveryMs`, which sets the remaining time back to `ttlMs`. So the
 * remaining time of a healthy lease never falls below `ttlMs - renewEveryMs`; below that one
 * renewal was missed, below `ttlMs - 2 × renewEveryMs` two. Both numbers are learnt from what is
 * observed, since a deployment can change them.
 */

export const HEALTH_STATES = [
  'healthy',
  'late',
  'at-risk',
  'expired',
  'no-expiry',
  'long-held',
  'flapping',
  'unreadable',
  'unknown',
] as const;

export type Health = (typeof HEALTH_STATES)[number];

export interface HealthInput {
  /** Deadline on Redis' clock in milliseconds; `null` when the key has no TTL. */
  expiresAt: number | null;
  /** The TTL that the holder sets, learnt. `null` until known. */
  ttlMs: number | null;
  /** The holder's renewal interval, learnt. `null` until known. */
  renewEveryMs: number | null;
  heldSince: number;
  /** Changes of owner within the last {@link FLAPPING_WINDOW_MS}. */
  recentChanges: number;
  /** Whether the holder renews at all (a step fence does not); such a lease is never late. */
  renews: boolean;
  readable: boolean;
  /** False while the truth about it is in doubt (a failed read, Redis away). */
  known: boolean;
}

/** Slack for network and timers before a renewal counts as missed. */
export const RENEWAL_GRACE_MS = 750;
export const LONG_HELD_MS = 10 * 60_000;
export const FLAPPING_WINDOW_MS = 60_000;
/** An owner every five seconds: shorter than most renew, and more than a busy conversation needs. */
export const FLAPPING_CHANGES = 12;

/** The health of a lease at `now` (milliseconds on Redis' clock). The gravest state wins. */
export function healthOf(lease: HealthInput, now: number): Health {
  if (!lease.known) return 'unknown';
  if (!lease.readable) return 'unreadable';
  if (lease.expiresAt === null) return 'no-expiry';
  if (lease.expiresAt <= now) return 'expired';
  const missed = missedRenewals(lease, now);
  if (missed >= 2) return 'at-risk';
  if (missed === 1) return 'late';
  if (lease.recentChanges >= FLAPPING_CHANGES) return 'flapping';
  if (now - lease.heldSince >= LONG_HELD_MS) return 'long-held';
  return 'healthy';
}

/** How many renewals in a row the holder has missed: 0, 1 or 2 (meaning two or more). */
function missedRenewals(lease: HealthInput, now: number): 0 | 1 | 2 {
  const { expiresAt, ttlMs, renewEveryMs, renews } = lease;
  if (!renews || expiresAt === null || ttlMs === null || renewEveryMs === null) return 0;
  const sinceRenewal = ttlMs - (expiresAt - now);
  if (sinceRenewal > 2 * renewEveryMs + RENEWAL_GRACE_MS) return 2;
  return sinceRenewal > renewEveryMs + RENEWAL_GRACE_MS ? 1 : 0;
}

/**
 * When time alone changes the health of a lease next, provided that nothing else happens;
 * `null` when it never does. May be early (then nothing has changed yet), never late.
 */
export function nextHealthChange(lease: HealthInput, now: number): number | null {
  if (!lease.known || !lease.readable || lease.expiresAt === null) return null;
  let next = lease.expiresAt;
  if (lease.renews && lease.ttlMs !== null && lease.renewEveryMs !== null) {
    const renewedAt = lease.expiresAt - lease.ttlMs;
    // One more millisecond: at the limit itself a renewal does not count as missed yet.
    next = sooner(renewedAt + lease.renewEveryMs + RENEWAL_GRACE_MS + 1, next, now);
    next = sooner(renewedAt + 2 * lease.renewEveryMs + RENEWAL_GRACE_MS + 1, next, now);
  }
  next = sooner(lease.heldSince + LONG_HELD_MS, next, now);
  return next > now ? next : null;
}

/** `at` where that is still to come and before `next`. */
function sooner(at: number, next: number, now: number): number {
  return at > now && at < next ? at : next;
}
