/**
 * What was asked for and how it ended, in Redis: a request has one effect and one audit entry,
 * over double clicks, tabs, retries and processes. An act that cannot be written down is not done.
 */

import { randomUUID } from 'node:crypto';
import { type LuaScript, runScript } from '../lease/redis/script.ts';
import { storeKeys } from '../lease/redis-keys.ts';
import type { Log } from '../platform/log.ts';
import type { RedisClient } from '../platform/redis-connection.ts';
import type { ActionResult } from './action.ts';
import { type AuditDraft, encodeAudit } from './audit-codec.ts';
import { within } from './deadline.ts';
import { claim, settle } from './lua-scripts.ts';

/** What is known of a request before acting on it. */
export type Claim =
  | { state: 'claimed' }
  /** Done before; this is how it ended. */
  | { state: 'settled'; result: ActionResult }
  /** Somebody is at it, or went away in the middle of it. */
  | { state: 'running' };

export interface ActLedgerOptions {
  store: RedisClient;
  log: Log;
  /** Audit entries kept per prefix, about. */
  entries?: number;
  timeoutMs?: number;
}

const KEEP_REQUEST_MS = 10 * 60_000;
/** Entries that wait for the store to come back; beyond it only the log has them. */
const MOST_WAITING = 10_000;

type Settled = Omit<ActionResult, 'auditId'>;

export class ActionLedger {
  readonly #store: RedisClient;
  readonly #log: Log;
  readonly #entries: number;
  readonly #timeoutMs: number;
  readonly #claimant = `started ${randomUUID()}`;
  readonly #waiting: { draft: AuditDraft; result: Settled }[] = [];
  readonly #onReady = () => void this.#writeWaiting();

  constructor({ store, log, entries = 100_000, timeoutMs = 2000 }: ActLedgerOptions) {
    this.#store = store;
    this.#log = log;
    this.#entries = entries;
    this.#timeoutMs = timeoutMs;
    store.on('ready', this.#onReady);
  }

  /**
   * Claims one act of a request.
   * @throws when the store cannot be reached: then nothing may be done.
   */
  async claim(prefix: string, requestId: string, act: string): Promise<Claim> {
    const known = await this.#run(
      claim,
      [requestKey(prefix, requestId)],
      [act, this.#claimant, KEEP_REQUEST_MS],
    );
    if (known === null) return { state: 'claimed' };
    return claimOf(String(known));
  }

  /**
   * Writes an act down, as a log line and as an audit entry. Never throws: while the store is away
   * the entry waits for it, and the result has no `auditId` yet.
   */
  async settle(draft: AuditDraft, result: Settled): Promise<ActionResult> {
    this.#log.info({ audit: { ...draft, target: undefined, key: draft.target.key } }, 'act');
    try {
      return await this.#write(draft, result);
    } catch (error) {
      this.#log.error({ err: error, request: draft.requestId }, 'an audit entry waits for Redis');
      const late = { draft: { ...draft, happenedAt: Date.now() }, result };
      if (this.#waiting.length < MOST_WAITING) this.#waiting.push(late);
      return { ...result, auditId: null };
    }
  }

  /** Stops writing; entries that still wait are in the log only. */
  close(): void {
    this.#store.off('ready', this.#onReady);
  }

  async #write(draft: AuditDraft, result: Settled): Promise<ActionResult> {
    const { prefix, leaseId } = draft.target;
    const written = await this.#run(
      settle,
      [storeKeys(prefix).audit, requestKey(prefix, draft.requestId)],
      [
        actField(draft.act, leaseId),
        JSON.stringify(result),
        KEEP_REQUEST_MS,
        this.#entries,
        ...encodeAudit(draft),
      ],
    );
    const settled = claimOf(String(written));
    if (settled.state !== 'settled') throw new Error('the audit entry was not written');
    return settled.result;
  }

  async #writeWaiting(): Promise<void> {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      try {
        await this.#write(next.draft, next.result);
      } catch {
        // Away again: they wait for the next time.
        return;
      }
      this.#waiting.shift();
    }
  }

  async #run(
    script: LuaScript,
    keys: readonly string[],
    args: readonly (string | number | Buffer)[],
  ): Promise<unknown> {
    const asked = runScript(this.#store, script, keys, args);
    return await within(this.#timeoutMs, script.name, asked);
  }
}

/** Names one act of a request: a request may be about many leases. */
export function actField(act: string, leaseId: string): string {
  return `${act}:${leaseId}`;
}

function requestKey(prefix: string, requestId: string): string {
  return `leaseboard:{${prefix}}:request:${requestId}`;
}

function claimOf(known: string): Claim {
  const settled = /^(\d+-\d+) ([\s\S]*)$/.exec(known);
  if (!settled?.[1] || !settled[2]) return { state: 'running' };
  return {
    state: 'settled',
    result: { ...(JSON.parse(settled[2]) as Settled), auditId: settled[1] },
  };
}
