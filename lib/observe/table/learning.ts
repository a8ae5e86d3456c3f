/** Learning a lease's TTL and renewal interval from what is seen of it. */

import type { LeaseRecord } from './lease-record.ts';

/** How far a renewal may be off its time and still be the one expected, without asking Redis. */
const EXPECTED = 0.35;
/** The same for the first renewal of a holder, whose interval is not seen but taken for granted. */
const EXPECTED_FIRST = 0.1;
const EXPECTED_SLACK_MS = 100;
/** Refreshes closer together than this share of the TTL are no renewal interval. */
const SHORTEST = 0.04;
const SAME = 0.2;

/**
 * The TTL that a holder set, from what was left of it `ageMs` later. Delays make it look a little
 * shorter, never longer, so it is taken up to the round number just above.
 */
export function ttlFrom(remainingMs: number, ageMs: number): number {
  const seen = remainingMs + ageMs;
  for (const grain of [1000, 500, 100]) {
    const round = Math.round(seen / grain) * grain;
    if (round > 0 && Math.abs(round - seen) <= Math.min(60, grain * 0.3)) return round;
  }
  return Math.round(seen);
}

/** Whether a renewal at `at` is so much as expected that its deadline needs no reading. */
export function isExpectedRenewal(lease: LeaseRecord, at: number): boolean {
  if (lease.ttlMs === null || lease.renewEveryMs === null || lease.renewedAt === 0) return false;
  const sawGrant = lease.heldSinceExact && lease.heldSince === lease.firstSeen;
  const share = lease.renewals === 0 && sawGrant ? EXPECTED_FIRST : EXPECTED;
  const off = Math.abs(at - lease.renewedAt - lease.renewEveryMs);
  return off <= lease.renewEveryMs * share + EXPECTED_SLACK_MS;
}

/**
 * Takes note of a renewal at `at`. One interval unlike the learnt one may be a missed renewal; two
 * alike in a row are a new habit.
 */
export function learnInterval(lease: LeaseRecord, at: number): void {
  const interval = at - lease.renewedAt;
  const known = lease.renewEveryMs;
  if (lease.renewedAt === 0 || interval < (lease.ttlMs ?? 0) * SHORTEST) return;
  if (known === null) {
    lease.renewEveryMs = Math.round(interval);
  } else if (Math.abs(interval - known) <= known * SAME) {
    // Jitter belongs to a renewal; the average over several is the habit.
    lease.renewEveryMs = Math.round(known + (interval - known) / 8);
    lease.oddInterval = 0;
  } else if (Math.abs(interval - lease.oddInterval) <= interval * SAME) {
    lease.renewEveryMs = Math.round(interval);
    lease.oddInterval = 0;
  } else {
    lease.oddInterval = interval;
  }
}
