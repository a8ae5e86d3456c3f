/**
 * The acts: one core for dialogs, the API and the command line. Nothing is done to an owner other
 * than the one named, nothing is done late, and nothing is done that is not written down.
 */

import { setTimeout as pause } from 'node:timers/promises';
import type { HeldNow } from '../observe/owner-change.ts';
import type { Log } from '../platform/log.ts';
import type { RedisClient } from '../platform/redis-connection.ts';
import type { ThreadLease } from '../runs/index.ts';
import type { Action, ActionInput, ActionResult, TransferTarget } from './action.ts';
import { ActionLedger, actField, type Claim } from './action-ledger.ts';
import type { Actor } from './actor.ts';
import { attempt } from './attempt.ts';
import type { LeaseAction } from './audit-entry.ts';
import type { Attempt, Intent } from './intent.ts';
import { pendingOutcome } from './pending-outcome.ts';
import { RefusalBudget } from './refusal-budget.ts';
import { type Target, targetOf } from './target.ts';
import { transferTargets } from './transfer-targets.ts';

export interface AdminOptions {
  /** The observed Redis, over a connection for acts. */
  redis: RedisClient;
  /** Where audit and requests are kept, over a connection for acts; may be the same. */
  store: RedisClient;
  /** Whether history is kept in the observed Redis, so that an act and its entry are one script. */
  history: boolean;
  prefixes: readonly string[];
  /** Acts that are switched off. */
  disabledActs?: readonly Action[];
  /** Prefixes under which nothing may be changed. */
  readOnlyPrefixes?: readonly string[];
  log: Log;
  /** How long one act may take before it is given up as unknown. */
  timeoutMs?: number;
  /** The registration of a thread's owner that was read earlier: its entry may be gone since. */
  registrationOf?: (thread: ThreadLease) => string | null;
}

/** Requests whose answers are remembered in this process, beside Redis. */
const MOST_REMEMBERED = 10_000;
const OTHERS_POLL_MS = 200;
/** How long who asks again waits for an answer that is not there yet. */
const PATIENCE_MS = 5000;

const STILL_UNKNOWN: ActionResult = {
  outcome: 'unknown',
  owner: null,
  detail: 'Redis has not told yet whether it was done.',
  auditId: null,
};

export class Admin {
  readonly #options: AdminOptions & { timeoutMs: number };
  readonly #ledger: ActionLedger;
  readonly #asked = new Map<string, Promise<ActionResult>>();
  readonly #refusals = new RefusalBudget();
  readonly #closing = new AbortController();

  constructor(options: AdminOptions) {
    this.#options = { timeoutMs: 2000, ...options };
    this.#ledger = new ActionLedger(options);
  }

  /** The lease that an id names, `null` when it is none of ours. */
  target(leaseId: string): Target | null {
    return targetOf(this.#options.prefixes, leaseId);
  }

  /**
   * Does one act, or says why not. The same request again gets the same answer and has no second
   * effect. Never rejects: every end is an {@link ActionResult}.
   */
  act(act: LeaseAction, target: Target, input: ActionInput, who: Actor): Promise<ActionResult> {
    const name = `${input.requestId} ${actField(act, target.leaseId)}`;
    const asked = this.#asked.get(name);
    if (asked) return patiently(asked);
    // Nothing is kept of what a role forbids: no memory, and few entries in the audit log.
    if (who.role !== 'operator') return this.#refuseRole({ act, target, input, who });
    const answer = this.#act({ act, target, input, who }, name);
    this.#remember(name, answer);
    return answer;
  }

  /**
   * Who takes over leases of this prefix, with how many of `heldNow` each holds.
   * @throws LeaseError when Redis cannot be asked.
   */
  transferTargets(prefix: string, heldNow: Iterable<HeldNow>): Promise<TransferTarget[]> {
    return transferTargets(this.#options.redis, prefix, heldNow);
  }

  /** Ends what still looks for the outcome of an act. The connections belong to who opened them. */
  close(): void {
    this.#closing.abort();
    this.#ledger.close();
  }

  async #act(intent: Intent, name: string): Promise<ActionResult> {
    const refusal = this.#refusal(intent);
    if (refusal) return await this.#settle(intent, nothingDone(refusal));
    let claim: Claim;
    try {
      claim = await this.#claim(intent);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'an act was refused: it cannot be written down');
      const detail = 'Nothing was done: it could not be written to the audit trail.';
      return await this.#settle(intent, nothingDone(detail));
    }
    if (claim.state === 'settled') return claim.result;
    if (claim.state === 'running') return await this.#answerOfOther(intent);
    const startedAt = Date.now();
    const made = await attempt(intent, this.#options);
    if (made.outcome === 'unknown') {
      this.#remember(name, this.#lookAgain(intent, made, startedAt));
      return { outcome: 'unknown', owner: null, detail: made.detail, auditId: null };
    }
    return await this.#settle(intent, made);
  }

  async #refuseRole(intent: Intent): Promise<ActionResult> {
    const made = nothingDone('Viewers look and do not act.');
    if (this.#refusals.take(intent.who.role)) return await this.#settle(intent, made);
    return { outcome: made.outcome, owner: null, detail: made.detail, auditId: null };
  }

  #refusal({ act, target }: Intent): string | null {
    const { disabledActs = [], readOnlyPrefixes = [] } = this.#options;
    // Whoever may hold may end holds.
    const needed = act === 'end-hold' ? 'hold' : act;
    if (disabledActs.includes(needed)) return `The act ${needed} is switched off here.`;
    if (readOnlyPrefixes.includes(target.prefix)) return `${target.prefix} is read-only here.`;
    return null;
  }

  async #settle({ act, target, input, who }: Intent, made: Attempt): Promise<ActionResult> {
    return await this.#ledger.settle(
      {
        ...who,
        act,
        target,
        outcome: made.outcome,
        expectedOwner: input.expectOwner,
        foundOwner: made.found,
        to: made.to,
        reason: input.reason,
        detail: made.detail,
        requestId: input.requestId,
      },
      { outcome: made.outcome, owner: made.owner, detail: made.detail },
    );
  }

  /** Until Redis tells, the answer stays `unknown`; then it is written down as what it was. */
  async #lookAgain(intent: Intent, made: Attempt, startedAt: number): Promise<ActionResult> {
    const became = await pendingOutcome(intent, this.#options, startedAt, this.#closing.signal);
    return await this.#settle(intent, { ...made, ...became });
  }

  #claim({ act, target, input }: Intent): Promise<Claim> {
    return this.#ledger.claim(target.prefix, input.requestId, actField(act, target.leaseId));
  }

  async #answerOfOther(intent: Intent): Promise<ActionResult> {
    const giveUpAt = Date.now() + 2 * this.#options.timeoutMs;
    while (Date.now() < giveUpAt) {
      await pause(OTHERS_POLL_MS);
      const claim = await this.#claim(intent).catch(() => null);
      if (claim?.state === 'settled') return claim.result;
    }
    const detail = 'Another process began this act and has not said how it ended.';
    return { outcome: 'unknown', owner: null, detail, auditId: null };
  }

  #remember(name: string, answer: Promise<ActionResult>): void {
    this.#asked.delete(name);
    this.#asked.set(name, answer);
    for (const oldest of this.#asked.keys()) {
      if (this.#asked.size <= MOST_REMEMBERED) break;
      this.#asked.delete(oldest);
    }
  }
}

/** The answer to a request that came before; `unknown` when it is still being looked for. */
async function patiently(asked: Promise<ActionResult>): Promise<ActionResult> {
  const patience = new AbortController();
  const later = pause(PATIENCE_MS, STILL_UNKNOWN, { signal: patience.signal, ref: false });
  later.catch(() => {});
  try {
    return await Promise.race([asked, later]);
  } finally {
    patience.abort();
  }
}

function nothingDone(detail: string): Attempt {
  return { outcome: 'not-allowed', owner: null, detail, found: null, to: null };
}
