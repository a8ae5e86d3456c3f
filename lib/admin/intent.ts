/** What an operator wants of a lease, and what came of one attempt. Types only. */

import type { ActionInput, ActionOutcome } from './action.ts';
import type { Actor } from './actor.ts';
import type { LeaseAction } from './audit-entry.ts';
import type { Target } from './target.ts';

/** What an operator wants. */
export interface Intent {
  act: LeaseAction;
  target: Target;
  input: ActionInput;
  who: Actor;
}

/** How it ended, and what was found on the way. */
export interface Attempt {
  outcome: ActionOutcome;
  /** Who holds the lease now; `null` when nobody does or it is not known. */
  owner: string | null;
  detail: string | null;
  /** Who held it when the act came to it. */
  found: string | null;
  /** Whom it was handed to. */
  to: string | null;
}
