/** Where the command reads and acts: over the dashboard, or straight on Redis. */

import type { Action, ActionInput, ActionResult, TransferTarget } from '../../lib/admin/action.ts';
import type { LeaseListing, ListedLease } from '../../lib/board/listed-lease.ts';
import type { HistoryEntry } from '../../lib/history/entry.ts';
import type { NamedLease } from '../lease-name.ts';

export interface ListQuery {
  q: string;
  limit: number;
  sort: string;
}

export interface HistoryAsked {
  leaseId?: string;
  /** Text that an entry contains. */
  q?: string;
  limit: number;
}

/** Why an answer is not all of the truth, and what the command then exits with. */
export interface Doubt {
  says: string;
  exitCode: number;
}

export interface LeaseSource extends AsyncDisposable {
  /** Leases, and `doubt` where some that match may be missing for a reason of this source alone. */
  list(query: ListQuery): Promise<LeaseListing & { doubt?: Doubt }>;
  /** What leases are called that a search finds among those held, at most 1,000. */
  find(q: string): Promise<NamedLease[]>;
  /** `null` when nobody holds it. */
  get(leaseId: string): Promise<ListedLease | null>;
  /** Past changes, newest first; `staleMs` as of a listing. */
  history(asked: HistoryAsked): Promise<{ entries: HistoryEntry[]; staleMs: number | null }>;
  /**
   * Tells each change of owner from now on, until the signal; and when Redis stops to answer, how
   * long ago that was in milliseconds, and `null` when it is back.
   */
  watch(
    tell: (entry: Omit<HistoryEntry, 'id'>) => void,
    signal: AbortSignal,
    away: (staleMs: number | null) => void,
  ): Promise<void>;
  adopters(): Promise<TransferTarget[]>;
  act(act: Action, input: ActionInput): Promise<ActionResult>;
}
