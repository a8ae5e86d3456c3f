import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchRedis, type RedisServer } from '../../../scripts/redis/launch.ts';
import { holdLease } from '../hold/hold-lease.ts';
import { RedisLeaseProvider } from './provider.ts';

let server: RedisServer;
let redis: Redis;
let leases: RedisLeaseProvider;

beforeAll(async () => {
  server = await launchRedis();
  redis = new Redis(server.url);
  leases = new RedisLeaseProvider({ redis });
});

afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

const connections = async () =>
  String(await redis.client('LIST'))
    .trim()
    .split('\n').length;

it('tells of a release and of an expiry of exactly that lease', async () => {
  let freed = 0;
  const stop = leases.watchFreed('a*\0b', () => {
    freed += 1;
  });
  const channel = '__keyspace@0__:mastra:topic:lease:a*\0b';
  await expect.poll(() => redis.pubsub('NUMSUB', channel)).toEqual([channel, 1]);
  await leases.acquireLease('a-\0b', 'x', 60_000);
  await leases.releaseLease('a-\0b', 'x');
  await leases.acquireLease('a*\0b', 'x', 60_000);
  await leases.transferLease('a*\0b', 'x', 'y', 60_000);
  expect(freed).toBe(0);
  await leases.releaseLease('a*\0b', 'y');
  await expect.poll(() => freed).toBe(1);
  await redis.set('mastra:topic:lease:a*\0b', 'z', 'PX', 30);
  await expect.poll(() => freed).toBe(2);
  stop();
});

it('needs its connection only while somebody waits', async () => {
  await expect.poll(connections).toBe(1);
  await leases.acquireLease('k', 'other', 60_000);
  const waiting = holdLease(leases, 'k', { owner: 'next', ttlMs: 60_000, waitMs: 60_000 });
  await expect.poll(connections).toBe(2);
  await leases.releaseLease('k', 'other');
  expect(await waiting).toMatchObject({ acquired: true, owner: 'next' });
  await expect.poll(connections).toBe(1);
});
