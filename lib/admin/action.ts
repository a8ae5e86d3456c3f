/**
 * The vocabulary of acts: what can be done to a lease and what can come of it. Types and constants
 * only; runs in Node and in the browser.
 */

export const ACTIONS = ['stop', 'release', 'transfer', 'hold'] as const;

export type Action = (typeof ACTIONS)[number];

export const ACT_OUTCOMES = [
  'done',
  'owner-changed',
  'already-free',
  'ignored',
  'not-adopted',
  'not-allowed',
  'unknown',
] as const;

export type ActionOutcome = (typeof ACT_OUTCOMES)[number];

/** What an act came to. A value, never an error: each of these happens in ordinary use. */
export interface ActionResult {
  outcome: ActionOutcome;
  /** Who holds the lease now, as far as the act saw; `null` when nobody does or it is not known. */
  owner: string | null;
  /** One sentence for the operator, when there is more to say than the outcome. */
  detail: string | null;
  /** The audit entry that keeps this act; `null` when it could not be written. */
  auditId: string | null;
}

/** What an operator asks for: always one lease, and the owner that was on screen. */
export interface ActionInput {
  /** Id of the lease. */
  leaseId: string;
  /** The owner as shown; the act happens to this owner or to nobody. */
  expectOwner: string;
  /**
   * Its digest (lib/keys/owner-digest.ts), where the text shown does not name it alone. Without one the
   * owner must be this text, byte for byte.
   */
  expectOwnerDigest?: string;
  /** The fencing token as shown; tells two grants to one owner apart. */
  expectFence?: string;
  /** Why, for the audit trail; never empty. */
  reason: string;
  /** Made once per dialog: the same id again has no second effect and gets the first answer. */
  requestId: string;
  /** Transfer: the owner to hand over to, one that adopts. */
  to?: string;
  /** Hold: how long. Transfer: the TTL to hand over with. Milliseconds. */
  ttlMs?: number;
  /** Stop: drop the messages that wait for the run instead of starting a new run with them. */
  clearPendingSignals?: boolean;
}

/** Many leases in one act. The list is what was on screen when the dialog opened. */
export interface BulkInput {
  act: 'stop' | 'release';
  leases: Pick<ActionInput, 'leaseId' | 'expectOwner' | 'expectOwnerDigest' | 'expectFence'>[];
  reason: string;
  requestId: string;
  clearPendingSignals?: boolean;
}

export interface BulkResult {
  /** Why nothing was done at all, as one sentence; `null` when each lease has its own result. */
  refused: string | null;
  /** In the order of the list. */
  results: (ActionResult & { leaseId: string })[];
  /** What the audit entries of these acts have in common. */
  requestId: string;
}

/** How far an act on many leases is. */
export interface BulkProgress {
  total: number;
  done: number;
  outcomes: Partial<Record<ActionOutcome, number>>;
}

/** An owner that takes over leases handed to it. */
export interface TransferTarget {
  /** The owner to name as `to`. */
  owner: string;
  /** What to call the process behind it. */
  label: string;
  host: string | null;
  pid: number | null;
  /** Leases it holds now. */
  holds: number;
}
