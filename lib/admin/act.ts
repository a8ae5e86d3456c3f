/**
 * The vocabulary of acts: what can be done to a lease and what can come of it. Types and constants
 * only; runs in Node and in the browser.
 */

export const ACTS = ['stop', 'release', 'transfer', 'hold'] as const;

export type Act = (typeof ACTS)[number];

export const ACT_OUTCOMES = [
  'done',
  'owner-changed',
  'already-free',
  'ignored',
  'not-adopted',
  'not-allowed',
  'unknown',
] as const;

export type ActOutcome = (typeof ACT_OUTCOMES)[number];

/** What an act came to. A value, never an error: each of these happens in ordinary use. */
export interface ActResult {
  outcome: ActOutcome;
  /** Who holds the lease now, as far as the act saw; `null` when nobody does or it is not known. */
  owner: string | null;
  /** One sentence for the operator, when there is more to say than the outcome. */
  detail: string | null;
  /** The audit entry that keeps this act; `null` when it could not be written. */
  auditId: string | null;
}
