/**
 * One change of owner, as the scripts write it into the history stream (the same fields in the
 * same order) and the memory provider keeps it.
 */
export interface LeaseChange {
  /** The lease key; in Redis the whole Redis key. */
  key: string;
  event: 'acquired' | 'transferred' | 'released' | 'expired';
  /** Owner before and after; `null` for nobody. */
  from: string | null;
  to: string | null;
  /** When it happened, in ms. */
  at: number;
  /** How long `from` had held it, in ms; `null` when nobody did. */
  heldMs: number | null;
  /** How often `from` had renewed; `null` when nobody held it. */
  renewals: number | null;
  /** Fencing token of the grant to `to`; `null` when there is none. */
  fence: string | null;
}
