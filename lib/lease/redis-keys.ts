/**
 * Where things live in Redis. Leases at `<prefix>:lease:<key>` (Mastra's layout), everything of
 * our own under `leaseboard:{<prefix>}:`: one hash tag, so one slot, so one script may touch them
 * all; never under `<prefix>:`, where topics live.
 */

/** The text before every lease key of a deployment. */
export function leaseKeyPrefix(prefix: string): string {
  return `${prefix}:lease:`;
}

export interface StoreKeys {
  /** Stream: one entry per change of owner, capped. */
  history: string;
  /** Hash: lease's Redis key → what was last recorded of its holder. */
  held: string;
  /** String: the last fencing token given. */
  fence: string;
  /** Stream: every admin act, refused ones included, capped. */
  audit: string;
  /** Hash: since when and until when somebody was observing. */
  coverage: string;
  /** String with TTL: which dashboard writes history. */
  recorder: string;
  /** Hash: process id → who that process says it is. */
  instances: string;
  /** Hash: owner → until when it adopts leases handed to it, and who it is. */
  adopters: string;
  /** Stream: leases handed to an adopter, capped. */
  offers: string;
}

/** Our own keys for one prefix. */
export function storeKeys(prefix: string): StoreKeys {
  const base = `leaseboard:{${prefix}}:`;
  return {
    history: `${base}history`,
    held: `${base}held`,
    fence: `${base}fence`,
    audit: `${base}audit`,
    coverage: `${base}coverage`,
    recorder: `${base}lease:recorder`,
    instances: `${base}instances`,
    adopters: `${base}adopters`,
    offers: `${base}offers`,
  };
}
