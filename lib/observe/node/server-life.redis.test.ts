import { afterEach, beforeEach, expect, it } from 'vitest';
import { launchRedis, type RedisServer } from '../../../scripts/redis/launch.ts';
import {
  leaseKey,
  until,
  untilComplete,
  type WatchedRedis,
  watchedRedis,
} from '../testing/watched-redis.ts';

let watched: WatchedRedis;
let later: RedisServer | null = null;

beforeEach(async () => {
  watched = await watchedRedis();
});
afterEach(async () => {
  await watched.close();
  await later?.stop();
  later = null;
});

async function hold(keys: readonly string[], ttlMs: number): Promise<void> {
  const { redis, watch } = watched;
  for (const key of keys) await redis.set(leaseKey(key), 'run-1', 'PX', ttlMs);
  await until(() => watch.size === keys.length);
}

async function away(): Promise<void> {
  await watched.server.stop();
  await until(() => watched.watch.trust().redis.state === 'down');
}

it('a Redis that comes back empty is said to have been started anew, with what it lost', async () => {
  const { watch } = watched;
  await hold(['a', 'b', 'c'], 120_000);
  expect(watch.trust().redis.restart).toBeUndefined();
  await away();
  const { port } = watched.server;
  later = await launchRedis({ port });
  await untilComplete(watch);
  const { restart } = watch.trust().redis;
  expect(restart).toMatchObject({ held: 3, lost: 3 });
  expect(Math.abs((restart?.at ?? 0) - watch.now())).toBeLessThan(10_000);
});

it('a connection that is cut, and a restart of a Redis that held nothing, lose nothing', async () => {
  const { redis, watch, gaps } = watched;
  await hold(['a'], 120_000);
  await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
  await until(() => gaps.length > 1);
  await untilComplete(watch);
  expect(watch.trust().redis.restart).toBeUndefined();
  await redis.del(leaseKey('a'));
  await until(() => watch.size === 0);
  await away();
  later = await launchRedis({ port: watched.server.port });
  await untilComplete(watch);
  expect(watch.trust().redis.restart).toBeUndefined();
});
