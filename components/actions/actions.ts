import type {
  Action,
  ActionInput,
  ActionResult,
  BulkInput,
  BulkResult,
  TransferTarget,
} from '@/lib/admin/action.ts';

/** The server actions, given to the page by the layout. */
export interface Actions {
  stop(input: ActionInput): Promise<ActionResult>;
  release(input: ActionInput): Promise<ActionResult>;
  transfer(input: ActionInput): Promise<ActionResult>;
  hold(input: ActionInput): Promise<ActionResult>;
  endHold(input: ActionInput): Promise<ActionResult>;
  many(input: BulkInput): Promise<BulkResult>;
  targets(): Promise<TransferTarget[]>;
  /** Gives this session a name for the audit; false where that could not be. */
  takeName(name: string): Promise<boolean>;
}

/** What a dialog can be opened for; ending a hold is an act of its own on screen. */
export type DialogAction = Action | 'end-hold';

/** What a dialog adds to the request, and whether it is ready to go. */
export interface ActionChoice {
  ready: boolean;
  to?: string;
  ttlMs?: number;
  clearPendingSignals?: boolean;
}
