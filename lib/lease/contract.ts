/**
 * The lease contract: five asynchronous methods, the shape that Mastra detects on a pubsub.
 * A lease is a named claim with an owner and a time to live; it is advisory, and fencing tokens
 * are what protects data from a holder that has lost it.
 */

/** What an attempt to acquire came to. */
export interface AcquireResult {
  /** Whether `owner` of the call holds the lease now. */
  acquired: boolean;
  /** Who holds it: the caller when acquired, else the holder, so that work can be routed to it. `undefined` when that holder vanished in between. */
  owner?: string;
  /**
   * The grant's fencing token, a decimal string: larger than that of every earlier grant of this
   * key, unchanged by a refresh. Compare with `BigInt`. Only on success, and only from backends
   * that fence.
   */
  fence?: string;
  /** Whether `owner` held this very grant before, so that the call only extended it. Absent: no. */
  refreshed?: boolean;
}

/** Restricts an operation to one grant of an owner. */
export interface GrantGuard {
  /**
   * The fence of that grant: nothing is done to a later grant of the same owner. Backends that do
   * not fence ignore it.
   */
  fence?: string;
}

/**
 * Five methods, found by shape and never by `instanceof`. Times are milliseconds. Losing is a
 * value; a thrown error means that the backend could not answer.
 */
export interface LeaseProvider {
  /**
   * Claims `key` for `owner`, atomically. Free: claimed. Held by the same owner: TTL refreshed,
   * `acquired: true`. Held by another: `acquired: false` and that holder.
   */
  acquireLease(key: string, owner: string, ttlMs: number): Promise<AcquireResult>;
  /** Who holds `key` now; `undefined` when nobody does. */
  getLeaseOwner(key: string): Promise<string | undefined>;
  /** Frees `key` only if `owner` still holds it, compared and deleted atomically; else nothing happens. */
  releaseLease(key: string, owner: string, guard?: GrantGuard): Promise<void>;
  /** Extends only what `owner` still holds. `false`: lost. Never creates a lease. */
  renewLease(key: string, owner: string, ttlMs: number, guard?: GrantGuard): Promise<boolean>;
  /**
   * Transfers `key` from one owner to the next with a fresh TTL and no instant in which it is free.
   * `false`: `from` no longer held it, and the caller acquires afresh.
   */
  transferLease(key: string, from: string, to: string, ttlMs: number): Promise<boolean>;
}
