import { listAdopters } from '../lease/index.ts';
import type { HeldNow } from '../observe/owner-change.ts';
import type { RedisClient } from '../platform/redis-connection.ts';
import type { TransferTarget } from './action.ts';

/**
 * Who takes over leases handed to them now, with how many of these leases each holds.
 * @throws LeaseError when Redis cannot be asked.
 */
export async function transferTargets(
  redis: RedisClient,
  prefix: string,
  heldNow: Iterable<HeldNow>,
): Promise<TransferTarget[]> {
  const adopters = await listAdopters(redis, prefix);
  const holds = new Map(adopters.map(({ owner }) => [owner, 0]));
  if (holds.size > 0) {
    for (const held of heldNow) {
      const owner = held.owner.toString();
      const count = holds.get(owner);
      if (count !== undefined) holds.set(owner, count + 1);
    }
  }
  return adopters.map(({ owner, actor, host, pid }) => ({
    owner,
    label: actor || host || owner,
    host: host || null,
    pid: pid || null,
    holds: holds.get(owner) ?? 0,
  }));
}
