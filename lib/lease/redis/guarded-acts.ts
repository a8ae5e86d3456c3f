/**
 * The acts of an operator on somebody else's lease, byte for byte, with the owner that was seen as
 * the guard. The same scripts as the provider's own, so that history is written by the change itself.
 */

import { checkSpan, checkTtl } from '../arguments.ts';
import { LeaseArgumentError } from '../errors.ts';
import { GuardedCalls, type Reply } from './guarded-call.ts';
import { LeaseKeyspace } from './lease-keys.ts';
import { release, transfer } from './lua-scripts.ts';
import { announce } from './offers.ts';
import { isCluster, type RedisClient, type ScriptArgument } from './script.ts';

export interface GuardedAct {
  /** The whole Redis key of the lease. */
  redisKey: Buffer;
  /** The owner seen; nothing is done to any other. */
  owner: Buffer;
  /** The fence seen; nothing is done to any other grant, not even one to the same owner. */
  fence?: string | null;
  /** The deployment's prefix, which says where its history is. */
  prefix: string;
  /** Who acts, for the history. */
  actor: string;
  /** Why, for the history. */
  reason: string;
  /**
   * Whether our own keys are kept in this very Redis. `false` (another store, or a cluster): the
   * lease alone is touched, and a `fence` cannot be compared.
   */
  history: boolean;
  /** The longest the act may take, in ms; 5 s when absent. */
  timeoutMs?: number;
}

export interface GuardedTransfer extends GuardedAct {
  /** The owner that receives it. */
  to: Buffer;
  /** Its time to live from now, in ms. */
  ttlMs: number;
  /** Whether to tell `to` of it, which may then adopt it; see `listAdopters` and `adoptionOf`. */
  announce?: boolean;
}

/** What an act came to. `owner` is who holds the lease now. */
export interface GuardedOutcome {
  outcome: 'done' | 'owner-changed' | 'already-free';
  owner: Buffer | null;
  /** Fencing token of the new grant, after a transfer where fences are kept. */
  fence: string | null;
  /** Whether the receiver was told, where that was asked for. */
  announced: boolean;
}

/**
 * Frees a lease if exactly that owner holds it.
 * @throws LeaseOutcomeUnknownError when no answer came in time: it may have been done.
 */
export async function releaseIfOwner(redis: RedisClient, act: GuardedAct): Promise<GuardedOutcome> {
  const reply = await run(redis, act, release, (notAfterMs) => [
    act.owner,
    notAfterMs,
    act.actor,
    act.reason,
    guardOf(act),
  ]);
  if (reply.done) return { outcome: 'done', owner: null, fence: null, announced: false };
  return refused(reply);
}

/**
 * Hands a lease over if exactly that owner holds it, with no instant in which it is free.
 * @throws LeaseOutcomeUnknownError when no answer came in time: it may have been done.
 */
export async function transferIfOwner(
  redis: RedisClient,
  act: GuardedTransfer,
): Promise<GuardedOutcome> {
  checkTtl(act.ttlMs);
  if (act.to.length === 0) throw new LeaseArgumentError('to must not be empty');
  // Who adopts keeps its record beside the lease: there it is seen that it took the lease up.
  const kept = act.announce === true;
  const args = (notAfterMs: number) => [
    ...[act.owner, act.to, act.ttlMs, notAfterMs],
    ...[act.actor, act.reason, guardOf(act)],
  ];
  const reply = await run(redis, act, transfer, args, kept);
  if (!reply.done) return refused(reply);
  const announced = kept && (await announcedTo(redis, act, reply.fence));
  return { outcome: 'done', owner: act.to, fence: reply.fence, announced };
}

function run(
  redis: RedisClient,
  act: GuardedAct,
  script: typeof release | typeof transfer,
  args: (notAfterMs: number) => readonly ScriptArgument[],
  /** Whether the holder is recorded even where there is no history. */
  kept = false,
): Promise<Reply<Buffer>> {
  const { timeoutMs = 5000 } = act;
  checkSpan('timeoutMs', timeoutMs, 1);
  const cluster = isCluster(redis);
  const { keys, slot } = new LeaseKeyspace(act.prefix, { cluster, history: act.history }).at(
    act.redisKey,
  );
  return new GuardedCalls(redis, () => performance.now()).bytes({
    script,
    keys: act.history || kept ? keys : keys.slice(0, 1),
    args,
    slot,
    timeoutMs,
    idempotent: false,
  });
}

async function announcedTo(
  redis: RedisClient,
  act: GuardedTransfer,
  fence: string | null,
): Promise<boolean> {
  const { redisKey, owner: from, to, ttlMs, reason, prefix } = act;
  try {
    await announce(redis, prefix, { redisKey, from, to, fence, ttlMs, reason });
    return true;
  } catch {
    // The lease is handed over all the same; its receiver just was not told.
    return false;
  }
}

function guardOf(act: GuardedAct): string {
  return act.history ? (act.fence ?? '') : '';
}

function refused(reply: Reply<Buffer>): GuardedOutcome {
  const outcome = reply.holder === null ? 'already-free' : 'owner-changed';
  return { outcome, owner: reply.holder, fence: null, announced: false };
}
