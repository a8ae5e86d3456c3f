/** One act on one lease: look, compare with what the operator saw, act on exactly that. */

import { holdOwner } from '../keys/hold.ts';
import { ownerDigestOf } from '../keys/owner-digest.ts';
import { textOf } from '../keys/text.ts';
import {
  type GuardedOutcome,
  LeaseError,
  LeaseOutcomeUnknownError,
  releaseIfOwner,
  transferIfOwner,
} from '../lease/index.ts';
import type { RedisClient } from '../platform/redis-connection.ts';
import type { ThreadLease } from '../runs/index.ts';
import { matchOwner, readCurrentLease, shownOwner } from './current-lease.ts';
import type { Attempt, Intent } from './intent.ts';
import { stop } from './stop.ts';
import { transferToAdopter } from './transfer.ts';

export interface AttemptOptions {
  redis: RedisClient;
  /** Whether history is kept in that same Redis, by the script that makes the change. */
  history: boolean;
  timeoutMs: number;
  /** The registration of a thread's owner that was read earlier. */
  registrationOf?: (thread: ThreadLease) => string | null;
}

const HOLD_MS = 30_000;
const TRANSFER_MS = 15_000;

/** Tries it once. Never rejects; `unknown` only where the command may have been carried out. */
export async function attempt(intent: Intent, options: AttemptOptions): Promise<Attempt> {
  const nothing = { owner: null, found: null, to: null };
  let found: Buffer;
  try {
    const now = await readCurrentLease(options.redis, intent.target.redisKey, options.timeoutMs);
    if (now.state === 'free') return { ...nothing, outcome: 'already-free', detail: null };
    if (now.state === 'unreadable') {
      const detail = `At this key is a ${now.type} and no lease; it was left alone.`;
      return { ...nothing, outcome: 'not-allowed', detail };
    }
    found = now.owner;
  } catch {
    const detail = 'Nothing was done: Redis does not answer.';
    return { ...nothing, outcome: 'not-allowed', detail };
  }
  const shown = shownOwner(found);
  const match = matchOwner(found, intent.input);
  if (match === 'ambiguous') {
    const detail = `Nothing was done: other owners are shown by the same text. Name this one by its digest, ${ownerDigestOf(found)}.`;
    return { ...nothing, outcome: 'not-allowed', owner: shown, detail, found: shown };
  }
  if (match === 'other') {
    return { ...nothing, outcome: 'owner-changed', owner: shown, detail: null, found: shown };
  }
  try {
    return await change(intent, found, options);
  } catch (error) {
    const seen = { owner: null, found: shown, to: null };
    if (error instanceof LeaseOutcomeUnknownError) {
      const detail = 'Redis did not answer in time: it may have been done.';
      return { ...seen, outcome: 'unknown', detail };
    }
    if (!(error instanceof LeaseError)) throw error;
    const detail = `Nothing was changed: ${error.message}`;
    return { ...seen, outcome: 'not-allowed', owner: shown, detail };
  }
}

async function change(intent: Intent, owner: Buffer, options: AttemptOptions): Promise<Attempt> {
  const { act, target, input, who } = intent;
  if (act === 'stop') {
    const { clearPendingSignals } = input;
    const { timeoutMs, registrationOf } = options;
    const registered = registrationOf?.({
      ...{ prefix: target.prefix, threadKey: target.key, owner: textOf(owner) },
    });
    return await stop(options.redis, target, owner, { clearPendingSignals, registered, timeoutMs });
  }
  const guarded = {
    redisKey: target.redisKey,
    owner,
    fence: input.expectFence,
    prefix: target.prefix,
    actor: who.actor,
    reason: input.reason,
    history: options.history,
    timeoutMs: options.timeoutMs,
  };
  if (act === 'release' || act === 'end-hold') {
    return ended(owner, null, await releaseIfOwner(options.redis, guarded));
  }
  const ttlMs = input.ttlMs ?? (act === 'hold' ? HOLD_MS : TRANSFER_MS);
  if (act === 'hold') {
    const to = holdOwner(who.actor, input.requestId);
    const hold = { ...guarded, to: Buffer.from(to), ttlMs };
    return ended(owner, to, await transferIfOwner(options.redis, hold));
  }
  if (act === 'transfer' && input.to !== undefined) {
    return await transferToAdopter(options.redis, { ...guarded, to: Buffer.from(input.to), ttlMs });
  }
  const found = shownOwner(owner);
  const detail = 'Name the owner to hand over to.';
  return { outcome: 'not-allowed', owner: found, detail, found, to: null };
}

function ended(before: Buffer, to: string | null, made: GuardedOutcome): Attempt {
  return {
    outcome: made.outcome,
    owner: made.owner && shownOwner(made.owner),
    detail: null,
    found: made.outcome === 'done' ? shownOwner(before) : made.owner && shownOwner(made.owner),
    to,
  };
}
