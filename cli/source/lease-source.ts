/** Where the command reads and acts: over the dashboard, or straight on Redis. */

import type { Act, ActInput, ActResult, TransferTarget } from '../../lib/admin/act.ts';
import type { HistoryEntry } from '../../lib/history/entry.ts';
import type { ListedLease } from '../../lib/observe/listed-lease.ts';

export interface ListQuery {
  q: string;
  limit: number;
  sort: string;
}

export interface LeaseSource extends AsyncDisposable {
  list(query: ListQuery): Promise<{ total: number; leases: ListedLease[] }>;
  /** `null` when nobody holds it. */
  get(leaseId: string): Promise<ListedLease | null>;
  history(query: { leaseId?: string; limit: number }): Promise<HistoryEntry[]>;
  /** Tells each change of owner from now on, until the signal. */
  watch(tell: (entry: Omit<HistoryEntry, 'id'>) => void, signal: AbortSignal): Promise<void>;
  adopters(): Promise<TransferTarget[]>;
  act(act: Act, input: ActInput): Promise<ActResult>;
}
