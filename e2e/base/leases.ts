/** Leases made from outside, with the plain commands any program could send. */

import type { Redis } from 'ioredis';
import { leaseIdOf } from '../../lib/keys/lease-id.ts';
import { leaseKeyPrefix } from '../../lib/lease/redis-keys.ts';
import { PREFIX } from './stack.ts';

/** A lease of a test: its Redis key and its id in links. */
export interface OutsideLease {
  redisKey: Buffer;
  id: string;
  /** `/leases/<id>`. */
  path: string;
}

export interface Leases {
  /** Names a lease without touching Redis; `key` is the part after the prefix. */
  name(key: string | Uint8Array): OutsideLease;
  /** SET key owner PX ttlMs; `ttlMs` null leaves the key without a TTL. */
  set(key: string | Uint8Array, owner: string, ttlMs?: number | null): Promise<OutsideLease>;
  /** Who holds it, read from Redis. */
  owner(lease: OutsideLease): Promise<string | null>;
  /** DEL. */
  remove(lease: OutsideLease): Promise<void>;
}

/** Keys of leases as the tests make them; `cleanUp` deletes every key that was named. */
export function leasesOn(redis: Redis): Leases & { cleanUp(): Promise<void> } {
  const named = new Map<string, Buffer>();
  const name = (key: string | Uint8Array): OutsideLease => {
    const redisKey = Buffer.concat([Buffer.from(leaseKeyPrefix(PREFIX)), Buffer.from(key)]);
    const id = leaseIdOf(redisKey);
    named.set(id, redisKey);
    return { redisKey, id, path: `/leases/${id}` };
  };
  return {
    name,
    set: async (key, owner, ttlMs = 60_000) => {
      const lease = name(key);
      if (ttlMs === null) await redis.set(lease.redisKey, owner);
      else await redis.set(lease.redisKey, owner, 'PX', ttlMs);
      return lease;
    },
    owner: (lease) => redis.get(lease.redisKey),
    remove: async (lease) => {
      await redis.del(lease.redisKey);
    },
    cleanUp: async () => {
      const keys = [...named.values()];
      if (keys.length > 0 && redis.status === 'ready') await redis.del(...keys);
    },
  };
}
