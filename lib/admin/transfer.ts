/** A transfer to an owner that adopts: handed over, told, and watched until it is taken up. */

import { setTimeout as pause } from 'node:timers/promises';
import {
  type Adoption,
  adoptionOf,
  type GuardedTransfer,
  LeaseError,
  listAdopters,
  transferIfOwner,
} from '../lease/index.ts';
import type { RedisClient } from '../platform/redis-connection.ts';
import { readCurrentLease, shownOwner } from './current-lease.ts';
import type { Attempt } from './intent.ts';

/** An adopter that is there takes up an offer at once; what has not come by then is told as that. */
const ADOPTED_WITHIN_MS = 5000;
const LOOK_EVERY_MS = 50;

/**
 * Hands a lease to an adopter and waits for it to be taken up.
 * @throws LeaseError as {@link transferIfOwner} does; after the hand-over nothing is thrown.
 */
export async function transferToAdopter(
  redis: RedisClient,
  transfer: GuardedTransfer,
): Promise<Attempt> {
  const to = shownOwner(transfer.to);
  const found = shownOwner(transfer.owner);
  const adopters = await listAdopters(redis, transfer.prefix);
  if (!adopters.some(({ owner }) => Buffer.from(owner).equals(transfer.to))) {
    const detail = `${to} does not take over leases now; a hold would keep everyone off.`;
    return { outcome: 'not-allowed', owner: found, detail, found, to };
  }
  const made = await transferIfOwner(redis, { ...transfer, announce: true });
  if (made.outcome !== 'done') {
    const holder = made.owner && shownOwner(made.owner);
    return { outcome: made.outcome, owner: holder, detail: null, found: holder, to };
  }
  return { ...(await takenUp(redis, transfer)), found, to };
}

async function takenUp(
  redis: RedisClient,
  { redisKey, to, prefix, ttlMs }: GuardedTransfer,
): Promise<Pick<Attempt, 'outcome' | 'owner' | 'detail'>> {
  const giveUpAt = performance.now() + Math.min(ADOPTED_WITHIN_MS, ttlMs);
  let adoption: Adoption = 'waiting';
  try {
    while (adoption === 'waiting' && performance.now() < giveUpAt) {
      await pause(LOOK_EVERY_MS);
      adoption = await adoptionOf(redis, { redisKey, owner: to, prefix });
    }
    const now = await readCurrentLease(redis, redisKey, ADOPTED_WITHIN_MS);
    const owner = now.state === 'held' ? shownOwner(now.owner) : null;
    if (adoption === 'adopted') return { outcome: 'done', owner, detail: null };
    if (adoption === 'gone') {
      const detail = 'It was handed over; the receiver declined it or ended at once.';
      return { outcome: 'not-adopted', owner, detail };
    }
    const remainingMs = now.state === 'held' ? (now.remainingMs ?? 0) : 0;
    const detail = `Handed over and not taken up; it is free in ${Math.ceil(remainingMs / 1000)} s.`;
    return { outcome: 'not-adopted', owner, detail };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const why = error instanceof LeaseError ? error.message : 'Redis does not answer';
    const detail = `Handed over; whether it was taken up is not known: ${why}.`;
    return { outcome: 'not-adopted', owner: null, detail };
  }
}
