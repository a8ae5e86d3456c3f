import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { launchRedis, type RedisServer } from '../../../scripts/redis/launch.ts';
import { leaseKeyPrefix, storeKeys } from '../redis-keys.ts';
import { type LeaseInfo, listLeases } from './listing.ts';
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

async function listed(prefix: string): Promise<LeaseInfo[]> {
  const leases: LeaseInfo[] = [];
  for await (const lease of listLeases({ redis, prefix })) leases.push(lease);
  return leases;
}

it('lists each lease once, with owner, time left, fence and since', async () => {
  const leases = new RedisLeaseProvider({ redis, keyPrefix: 'p*[1]' });
  const fences = new Map<string, string | undefined>();
  for (let n = 0; n < 2000; n++) {
    fences.set(`k${n}`, (await leases.acquireLease(`k${n}`, `o${n}`, 60_000)).fence);
  }
  await redis.set('p*x1]:lease:not ours', 'x');
  const found = await listed('p*[1]');
  expect(found.length).toBe(2000);
  for (const { key, owner, fence, remainingMs, sinceMs } of found) {
    expect([owner, fence]).toEqual([`o${key.slice(1)}`, fences.get(key)]);
    expect(remainingMs).toBeGreaterThan(30_000);
    expect(sinceMs).toBeGreaterThan(1e12);
  }
});

it('tells a lease that others wrote from one that was granted here', async () => {
  const prefix = leaseKeyPrefix('p');
  await redis.set(`${prefix}theirs`, 'run-1', 'PX', 60_000);
  await redis.set(`${prefix}for ever`, 'run-2');
  await redis.hset(`${prefix}a hash`, 'x', 'y');
  const bytes = Buffer.concat([Buffer.from(prefix), Buffer.from([0xff, 0x00])]);
  await redis.set(bytes, 'run-3', 'PX', 60_000);
  const found = (await listed('p')).sort((a, b) => a.redisKey.compare(b.redisKey));
  expect(found.map(({ owner, fence, sinceMs }) => ({ owner, fence, sinceMs }))).toEqual([
    { owner: 'run-2', fence: null, sinceMs: null },
    { owner: 'run-1', fence: null, sinceMs: null },
    { owner: 'run-3', fence: null, sinceMs: null },
  ]);
  expect(found[0]?.remainingMs).toBeNull();
  expect(found[2]?.redisKey).toEqual(bytes);
});

it('reads one lease', async () => {
  const leases = new RedisLeaseProvider({ redis });
  expect(await leases.getLease('k\0x')).toBeNull();
  const { fence } = await leases.acquireLease('k\0x', 'a', 60_000);
  expect(await leases.getLease('k\0x')).toMatchObject({ key: 'k\0x', owner: 'a', fence });
});

it('records the end of leases that ran out unnoticed, while others are granted', async () => {
  const leases = new RedisLeaseProvider({ redis, callTimeoutMs: 10_000 });
  await Promise.all(
    Array.from({ length: 100 }, (_, n) => leases.acquireLease(`dead ${n}`, 'a', 1500)),
  );
  const { held, history } = storeKeys('mastra:topic');
  await expect
    .poll(
      async () => {
        await leases.acquireLease('alive', 'b', 60_000);
        return redis.hlen(held);
      },
      { timeout: 30_000 },
    )
    .toBe(1);
  const stream = await redis.xrange(history, '-', '+');
  const events = stream.map(([, fields]) => fields[fields.indexOf('event') + 1]);
  expect(events.filter((event) => event === 'expired').length).toBe(100);
});

it('passes every nasty key and owner through unharmed', async () => {
  const { keys, owners } = nastyNames();
  const leases = new RedisLeaseProvider({ redis });
  for (const [n, key] of keys.entries()) {
    const owner = owners[n % owners.length] ?? '';
    expect(await leases.acquireLease(key, owner, 60_000)).toMatchObject({ acquired: true, owner });
    expect(await leases.getLeaseOwner(key)).toBe(owner);
    expect(await leases.getLease(key)).toMatchObject({ key, owner });
  }
  const found = await listed('mastra:topic');
  expect(new Set(found.map(({ key }) => key))).toEqual(new Set(keys));
});

/** Names that have broken programs before. */
function nastyNames(): { keys: string[]; owners: string[] } {
  const file = new URL('../testing/nasty-names.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}
