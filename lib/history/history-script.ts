/** The history's scripts as functions: arguments in order, replies as values. */

import { type RedisClient, runScript, storeKeys } from '../lease/index.ts';
import type { OwnerChange } from '../observe/owner-change.ts';
import type { Untold } from './coverage-spans.ts';
import { cover, record } from './lua-scripts.ts';
import { truncateOwner } from './truncate-owner.ts';

/** What a recorded change is made of; `held` only notes who holds a lease and writes no entry. */
export interface RecordedChange extends Omit<OwnerChange, 'event' | 'exact'> {
  event: OwnerChange['event'] | 'held';
  reason?: string;
}

export type RecordOutcome = 'recorded' | 'known' | 'not-recorder';
export type CoverOutcome = 'covered' | 'waiting' | 'first' | 'standby' | 'junior' | 'not-recorder';

const OUTCOMES: readonly unknown[] = ['recorded', 'known', 'not-recorder'];
const COVER_OUTCOMES: readonly unknown[] = [
  'covered',
  'waiting',
  'first',
  'standby',
  'junior',
  'not-recorder',
];

export interface ScriptContext {
  store: RedisClient;
  prefix: string;
  /** Whether the store is the observed server: then the script can look at the lease itself. */
  sameServer: boolean;
  /** How many entries the history keeps, about. */
  cap: number;
}

export interface RecordAnswer {
  outcome: RecordOutcome;
  /** Ids of the entries written. */
  ids: string[];
}

/** Appends one change to the history unless it is there; see `record.lua`. */
export async function recordChange(
  context: ScriptContext,
  recorder: string,
  change: RecordedChange,
): Promise<RecordAnswer> {
  const { history, held, recorder: lease } = storeKeys(context.prefix);
  const { redisKey, event, from, to, at, source, heldForMs, renewals, reason } = change;
  const reply = await runScript(
    context.store,
    record,
    context.sameServer ? [history, held, lease, redisKey] : [history, held, lease],
    [
      recorder,
      redisKey,
      event,
      from ? truncateOwner(from) : '',
      to ? truncateOwner(to) : '',
      Math.round(at),
      source,
      heldForMs === null ? '' : Math.round(heldForMs),
      renewals,
      context.cap,
      reason ?? '',
    ],
  );
  const [outcome, ...ids] = Array.isArray(reply) ? reply.map(String) : [];
  if (OUTCOMES.includes(outcome)) return { outcome: outcome as RecordOutcome, ids };
  throw new Error(`record answered ${JSON.stringify(reply)}`);
}

/**
 * Tells what this instance observed and, for the recorder, writes the gaps; see `cover.lua`.
 * `recorder` is the owner of the present term, `null` for a standby.
 */
export async function tellCoverage(
  context: ScriptContext,
  recorder: string | null,
  instance: string,
  now: number,
  { spans, interruption }: Untold,
): Promise<CoverOutcome> {
  const { history, coverage, recorder: lease } = storeKeys(context.prefix);
  const reply = await runScript(
    context.store,
    cover,
    [coverage, history, lease],
    [
      recorder ?? '',
      instance,
      Math.round(now),
      context.cap,
      interruption ? Math.round(interruption.at) : '',
      interruption?.reason ?? '',
      ...spans.flatMap(({ from, to }) => [Math.round(from), Math.round(to)]),
    ],
  );
  if (COVER_OUTCOMES.includes(reply)) return reply as CoverOutcome;
  throw new Error(`cover answered ${JSON.stringify(reply)}`);
}
