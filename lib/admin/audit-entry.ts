/**
 * One entry of the audit trail: who did what to which lease, and what came of it. Refused and
 * failed attempts are entries too. Runs in Node and in the browser.
 *
 * In Redis an entry is one item of the capped stream `leaseboard:{<prefix>}:audit` with the fields
 * of {@link AUDIT_FIELDS}, always all of them, absent values empty. `key` is the whole Redis key as
 * bytes; `at` is set (milliseconds) only where the entry was written later than it happened.
 */

import type { Role, Session } from '../auth/session.ts';
import type { Action, ActionOutcome } from './action.ts';

export const AUDIT_FIELDS = [
  'key',
  'act',
  'outcome',
  'actor',
  'role',
  'method',
  'address',
  'expected',
  'found',
  'to',
  'reason',
  'detail',
  'request',
  'at',
] as const;

export const AUDIT_ACTS = [
  'stop',
  'release',
  'transfer',
  'hold',
  'end-hold',
  'enable-events',
] as const;

/** An act on one lease. `end-hold` is the release of a hold. */
export type LeaseAction = Action | 'end-hold';

/**
 * What the trail keeps. `enable-events` is about a server, not a lease: its key is empty, `expected`
 * and `to` are the event flags before and after, and `detail` names the server.
 */
export type AuditAct = LeaseAction | 'enable-events';

export interface AuditEntry {
  /** Redis stream id. */
  id: string;
  /** When it happened, milliseconds since 1970 on the clock of the Redis that keeps it. */
  at: number;
  leaseId: string;
  prefix: string;
  /** The lease key as text, without prefix. */
  key: string;
  act: AuditAct;
  outcome: ActionOutcome;
  actor: string;
  role: Role;
  /** How the actor was authenticated; `redis` for the command line straight on Redis. */
  method: Session['method'] | 'redis';
  /** Where the request came from, as far as it can be told. */
  address: string;
  /** The owner that the act named. */
  expectedOwner: string;
  /** Who held the lease when the act came to it; `null` when nobody did or it was not looked at. */
  foundOwner: string | null;
  /** Transfer and hold: the owner it was handed to. */
  to: string | null;
  reason: string;
  detail: string | null;
  /** The request; all entries of one act on many leases share it. */
  requestId: string;
}
