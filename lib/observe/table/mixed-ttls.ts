/**
 * Which sorts of lease have holders that set changing TTLs. Their renewals are all read: a deadline
 * that follows from a TTL seen before would be wrong until the next comparison.
 */

import type { LeaseRecord } from './lease-record.ts';

/** A TTL this different from the one known is another setting, not a delay. */
const DIFFERENT_MS = 200;
/** After a different TTL was seen, renewals of that sort are read for so long. */
const READ_FOR_MS = 60_000;

export class MixedTtls {
  readonly #until = new Map<string, number>();

  /** Takes note of a TTL that was set on a lease whose holder was known to set another. */
  note(lease: LeaseRecord, ttlMs: number, at: number): void {
    if (lease.ttlMs === null || Math.abs(ttlMs - lease.ttlMs) <= DIFFERENT_MS) return;
    this.#until.set(sortOf(lease), at + READ_FOR_MS);
  }

  /** Whether the holders of such leases were seen to change their TTL lately. */
  isMixed(lease: LeaseRecord, at: number): boolean {
    return this.#until.size > 0 && at < (this.#until.get(sortOf(lease)) ?? 0);
  }
}

function sortOf({ kind, prefix }: LeaseRecord): string {
  return `${kind} ${prefix.name}`;
}
