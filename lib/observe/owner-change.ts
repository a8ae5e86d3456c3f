/** What observation tells the history: changes of owner, times nobody looked, and what is held now. */

export interface OwnerChange {
  /** The lease's whole Redis key, as bytes. */
  redisKey: Buffer;
  prefix: string;
  event: 'acquired' | 'transferred' | 'released' | 'expired' | 'evicted';
  /** Owner before, as bytes; `null` when there was none. */
  from: Buffer | null;
  /** Owner after, as bytes; `null` when there is none. */
  to: Buffer | null;
  /** When it happened or was seen, milliseconds on Redis' clock. */
  at: number;
  /** `reconciled`: found by a scan, so `at` is when it was found and not when it happened. */
  source: 'observed' | 'reconciled';
  /**
   * Whether the server itself says when the grant was made that this change begins or, where nobody
   * holds it after, ends: then every watch names the same moment, however late it looked.
   */
  exact: boolean;
  /** How long `from` had held it; `null` where its beginning was not seen. */
  heldForMs: number | null;
  /** Renewals seen while `from` held it. */
  renewals: number;
}

/** Why nothing was seen before observing began. */
export const STARTED = 'started';

/** A time in which changes may have been missed. It ends with a full scan. */
export interface ObservationGap {
  prefix: string;
  /** First and last moment not observed, milliseconds on Redis' clock. */
  from: number;
  to: number;
  /** Why, in a few words: `Redis away`, `subscriber cut off`, or {@link STARTED}. */
  reason: string;
}

/**
 * A lease that is held now, as the table knows it: `LeaseWatch.heldNow(prefix)` yields them all,
 * and the history compares them with its records after a time that nobody observed.
 */
export interface HeldNow {
  /** The lease's whole Redis key, as bytes. */
  redisKey: Buffer;
  /** The holder, as bytes; one longer than 1024 bytes is cut as the history cuts it. */
  owner: Buffer;
  /** When it was acquired, milliseconds on Redis' clock; `null` where that was not seen. */
  since: number | null;
  /** Deadline, milliseconds on Redis' clock; `null` when it has none or it is not known. */
  expiresAt: number | null;
}
