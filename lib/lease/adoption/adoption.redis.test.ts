import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { launchRedis, type RedisServer } from '../../../scripts/redis/launch.ts';
import type { LeaseOffer } from '../hold/adopt.ts';
import type { HeldLease } from '../hold/held-lease.ts';
import { type HoldOptions, holdLease } from '../hold/hold-lease.ts';
import { transferIfOwner } from '../redis/guarded-acts.ts';
import { RedisLeaseProvider } from '../redis/provider.ts';
import { leaseKeyPrefix } from '../redis-keys.ts';
import { adoptionOf, listAdopters } from './adopters.ts';

let server: RedisServer;
let redis: Redis;
let leases: RedisLeaseProvider;

beforeAll(async () => {
  server = await launchRedis();
  redis = new Redis(server.url);
});

beforeEach(async () => {
  await redis.flushall();
  leases = new RedisLeaseProvider({ redis, keyPrefix: 'p', actor: 'worker' });
});

afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

async function adopter(options: Partial<HoldOptions> = {}) {
  const offers: LeaseOffer[] = [];
  const lease = await holdLease(leases, 'own work', {
    owner: 'adopter-1',
    ttlMs: 30_000,
    onOffer: (offer) => offers.push(offer),
    ...options,
  });
  return { lease: lease as HeldLease, offers };
}

const redisKey = Buffer.from(`${leaseKeyPrefix('p')}orphan\0work`);
const handed = { redisKey, owner: Buffer.from('adopter-1'), prefix: 'p' };

it('lists who adopts, as long as it does', async () => {
  expect(await listAdopters(redis, 'p')).toEqual([]);
  const { lease } = await adopter();
  expect(await listAdopters(redis, 'p')).toMatchObject([
    { owner: 'adopter-1', actor: 'worker', pid: process.pid },
  ]);
  await lease.release();
  await expect.poll(() => listAdopters(redis, 'p')).toEqual([]);
});

it('adopts a lease that an operator handed over, and renews it as its own', async () => {
  const { lease, offers } = await adopter();
  await redis.set(redisKey, 'dead', 'PX', 60_000);
  const done = await transferIfOwner(redis, {
    ...{ redisKey, prefix: 'p', actor: 'ada', reason: 'crashed', history: true },
    ...{ owner: Buffer.from('dead'), to: handed.owner, ttlMs: 10_000, announce: true },
  });
  expect(done).toMatchObject({ outcome: 'done', announced: true });
  await expect
    .poll(() => offers)
    .toMatchObject([
      { key: 'orphan\0work', from: 'dead', fence: done.fence, ttlMs: 10_000, reason: 'crashed' },
    ]);
  expect(await adoptionOf(redis, handed)).toBe('waiting');
  const adopted = await offers[0]?.accept();
  expect(adopted?.fence).toBe(done.fence);
  expect(await adoptionOf(redis, handed)).toBe('adopted');
  expect(await redis.pttl(redisKey)).toBeGreaterThan(20_000);
  await adopted?.release();
  expect(await adoptionOf(redis, handed)).toBe('gone');
  await lease.release();
});

it('lets an offer be declined, or come too late', async () => {
  const { lease, offers } = await adopter();
  await leases.acquireLease('orphan\0work', 'other', 60_000);
  expect(await leases.offerLease('orphan\0work', 'other', 'adopter-1', 10_000)).toBe(true);
  await expect.poll(() => offers.length).toBe(1);
  await offers[0]?.decline();
  expect(await leases.getLeaseOwner('orphan\0work')).toBeUndefined();
  expect(await offers[0]?.accept()).toBeNull();
  await lease.release();
});
