import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { launchRedis, type RedisServer } from '../../../scripts/redis/launch.ts';
import { storeKeys } from '../redis-keys.ts';
import { releaseIfOwner, transferIfOwner } from './guarded-acts.ts';
import { RedisLeaseProvider } from './provider.ts';

let server: RedisServer;
let redis: Redis;

beforeAll(async () => {
  server = await launchRedis();
  redis = new Redis(server.url);
});

beforeEach(() => redis.flushall());

afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

const act = { prefix: 'p', actor: 'ada', reason: 'stuck', history: true };
const redisKey = Buffer.from([...Buffer.from('p:lease:'), 0xff, 0x00, 0xfe]);
const owner = Buffer.from([0xc3, 0x28]);
const other = Buffer.from('other');

it('frees exactly the owner seen, byte for byte', async () => {
  await redis.set(redisKey, owner, 'PX', 60_000);
  expect(await releaseIfOwner(redis, { ...act, redisKey, owner: other })).toMatchObject({
    outcome: 'owner-changed',
    owner,
  });
  expect(await redis.getBuffer(redisKey)).toEqual(owner);
  expect(await releaseIfOwner(redis, { ...act, redisKey, owner })).toMatchObject({
    outcome: 'done',
    owner: null,
  });
  expect(await redis.exists(redisKey)).toBe(0);
  expect(await releaseIfOwner(redis, { ...act, redisKey, owner })).toMatchObject({
    outcome: 'already-free',
    owner: null,
  });
});

it('hands over to the new owner with the new TTL, and says who did it and why', async () => {
  await redis.set(redisKey, owner, 'PX', 60_000);
  const done = await transferIfOwner(redis, { ...act, redisKey, owner, to: other, ttlMs: 5_000 });
  expect(done).toMatchObject({
    outcome: 'done',
    owner: other,
    fence: expect.stringMatching(/^\d{16}$/),
  });
  expect(await redis.getBuffer(redisKey)).toEqual(other);
  expect(await redis.pttl(redisKey)).toBeLessThanOrEqual(5_000);
  const [entry] = await redis.xrangeBuffer(storeKeys('p').history, '-', '+');
  const fields = entry?.[1].map((field) => field.toString('latin1'));
  expect(fields).toEqual(
    expect.arrayContaining(['transferred', 'other', 'recorded', 'ada', 'stuck']),
  );
});

it('does nothing to a later grant of the same owner when the fence was seen', async () => {
  const leases = new RedisLeaseProvider({ redis, keyPrefix: 'p' });
  const seen = await leases.acquireLease('k', 'a', 60_000);
  await leases.releaseLease('k', 'a');
  const later = await leases.acquireLease('k', 'a', 60_000);
  const target = { ...act, redisKey: Buffer.from('p:lease:k'), owner: Buffer.from('a') };
  expect((await releaseIfOwner(redis, { ...target, fence: seen.fence })).outcome).toBe(
    'owner-changed',
  );
  expect((await releaseIfOwner(redis, { ...target, fence: later.fence })).outcome).toBe('done');
});

it('writes nothing beside the lease when the store is elsewhere', async () => {
  await redis.set(redisKey, owner, 'PX', 60_000);
  await transferIfOwner(redis, {
    ...act,
    history: false,
    redisKey,
    owner,
    to: other,
    ttlMs: 5_000,
  });
  expect(await redis.dbsize()).toBe(1);
});
