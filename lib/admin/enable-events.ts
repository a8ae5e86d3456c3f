/**
 * Switching keyspace events on: an act on the observed servers themselves, which belong to others
 * too. It takes nothing away, needs an operator and a reason, and is written down per server.
 */

import { randomUUID } from 'node:crypto';
import { leaseIdOf } from '../keys/lease-id.ts';
import { leaseKeyPrefix } from '../lease/redis-keys.ts';
import type { FlagsSet } from '../observe/source/enable-events.ts';
import type { Log } from '../platform/log.ts';
import type { RedisClient } from '../platform/redis-connection.ts';
import type { ActionResult } from './action.ts';
import { ActionLedger } from './action-ledger.ts';
import type { Actor } from './actor.ts';
import type { Target } from './target.ts';

export interface EnableEventsOptions {
  /** Adds what is missing on every server; answers what was changed. Rejects when one refuses. */
  enable(): Promise<FlagsSet[]>;
  /** Where the audit trail is kept, over a connection for acts. */
  store: RedisClient;
  /** The deployment whose audit trail tells of it. */
  prefix: string;
  log: Log;
}

interface Entry {
  who: Actor;
  outcome: ActionResult['outcome'];
  set: FlagsSet | null;
  reason: string;
  detail: string;
  requestId: string;
}

export class EnableEvents {
  readonly #options: EnableEventsOptions;
  readonly #ledger: ActionLedger;
  readonly #target: Target;

  constructor(options: EnableEventsOptions) {
    this.#options = options;
    this.#ledger = new ActionLedger(options);
    const redisKey = Buffer.from(leaseKeyPrefix(options.prefix));
    this.#target = { leaseId: leaseIdOf(redisKey), prefix: options.prefix, redisKey, key: '' };
  }

  /**
   * Switches events on where they are not. Never rejects: what came of it is the answer, and
   * `detail` is one sentence about it where it was not done.
   */
  async act(input: { reason: string; requestId: string }, who: Actor): Promise<ActionResult> {
    if (who.role !== 'operator') {
      return await this.#unchanged(input, who, 'not-allowed', 'Viewers look and do not act.');
    }
    let changed: FlagsSet[];
    try {
      changed = await this.#options.enable();
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error);
      const detail = `Redis refused: ${what.slice(0, 200)}`;
      return await this.#unchanged(input, who, 'not-allowed', detail);
    }
    if (changed.length === 0) {
      return await this.#unchanged(input, who, 'done', 'Nothing was missing.');
    }
    const written = changed.map((set, n) => {
      const requestId = n === 0 ? input.requestId : `${input.requestId}-${n}`;
      return this.#write({ ...input, who, outcome: 'done', set, detail: set.node, requestId });
    });
    const [first] = await Promise.all(written);
    return { outcome: 'done', owner: null, detail: null, auditId: first?.auditId ?? null };
  }

  /** Writes down what was switched on by the standing consent of the settings. */
  async note(set: FlagsSet): Promise<void> {
    const who: Actor = { actor: 'leaseboard', role: 'operator', method: 'redis', address: '' };
    const reason = 'LEASEBOARD_ENABLE_EVENTS=yes';
    const requestId = randomUUID();
    await this.#write({ who, outcome: 'done', set, reason, detail: set.node, requestId });
  }

  /** Stops writing; the connection belongs to who opened it. */
  close(): void {
    this.#ledger.close();
  }

  async #unchanged(
    { reason, requestId }: { reason: string; requestId: string },
    who: Actor,
    outcome: ActionResult['outcome'],
    detail: string,
  ): Promise<ActionResult> {
    return await this.#write({ who, outcome, set: null, reason, detail, requestId });
  }

  #write({ who, outcome, set, reason, detail, requestId }: Entry): Promise<ActionResult> {
    return this.#ledger.settle(
      {
        ...who,
        ...{ act: 'enable-events', target: this.#target, outcome, reason, detail, requestId },
        expectedOwner: set?.before ?? '',
        foundOwner: set?.before ?? null,
        to: set?.after ?? null,
      },
      { outcome, owner: null, detail: set ? null : detail },
    );
  }
}
