/** What observation tells the history about: changes of owner, and times nobody looked. */

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
  /** How long `from` had held it; `null` where its beginning was not seen. */
  heldForMs: number | null;
  /** Renewals seen while `from` held it. */
  renewals: number;
}

/** A time in which changes may have been missed. It ends with a full scan. */
export interface ObservationGap {
  prefix: string;
  /** First and last moment not observed, milliseconds on Redis' clock. */
  from: number;
  to: number;
  /** Why, in a few words: `Redis away`, `subscriber cut off`, `started`. */
  reason: string;
}
