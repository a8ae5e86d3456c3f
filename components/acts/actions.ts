import type {
  Act,
  ActInput,
  ActResult,
  BulkInput,
  BulkResult,
  TransferTarget,
} from '@/lib/admin/act.ts';

/** The server actions, given to the page by the layout. */
export interface Actions {
  stop(input: ActInput): Promise<ActResult>;
  release(input: ActInput): Promise<ActResult>;
  transfer(input: ActInput): Promise<ActResult>;
  hold(input: ActInput): Promise<ActResult>;
  endHold(input: ActInput): Promise<ActResult>;
  many(input: BulkInput): Promise<BulkResult>;
  targets(): Promise<TransferTarget[]>;
  /** Gives this session a name for the audit; false where that could not be. */
  takeName(name: string): Promise<boolean>;
}

/** What a dialog can be opened for; ending a hold is an act of its own on screen. */
export type DialogAct = Act | 'end-hold';

/** What a dialog adds to the request, and whether it is ready to go. */
export interface ActChoice {
  ready: boolean;
  to?: string;
  ttlMs?: number;
  clearPendingSignals?: boolean;
}
