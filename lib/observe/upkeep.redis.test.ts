/** What the watch must never do: be late, harm the server. */

import { expect, it } from 'vitest';
import { leaseIdOf } from '../keys/lease-id.ts';
import { leaseKey, rowOf, until, watchedRedis } from './testing/watched-redis.ts';

it('shows an expiry at its deadline among 20,000 other keys with a TTL', async () => {
  const watched = await watchedRedis({
    before: async (redis) => {
      const pipeline = redis.pipeline();
      for (let i = 0; i < 20_000; i++) pipeline.set(`session:${i}`, 'x', 'PX', 3_600_000);
      await pipeline.exec();
    },
  });
  const { redis, watch, changes } = watched;
  const keys = Array.from({ length: 50 }, (_, i) => leaseKey(`u\0t${i}`));
  await Promise.all(keys.map((key, i) => redis.set(key, 'run', 'PX', 2000 + i * 10)));
  const known = (key: string) => rowOf(watch, leaseIdOf(Buffer.from(key))) !== null;
  await until(() => keys.every(known));
  const deadlines = new Map<string, number>();
  for (const key of keys) deadlines.set(key, await redis.pexpiretime(key));
  const shownAt = new Map<string, number>();
  await until(() => {
    for (const key of keys) {
      if (!shownAt.has(key) && !known(key)) shownAt.set(key, watch.now());
    }
    return shownAt.size === keys.length;
  }, 5000);
  for (const key of keys) {
    expect((shownAt.get(key) ?? 0) - (deadlines.get(key) ?? 0)).toBeLessThan(500);
  }
  expect(changes.filter(({ event }) => event === 'expired')).toHaveLength(keys.length);
  await watched.close();
});

it('sends no command that harms a server', async () => {
  const watched = await watchedRedis({ watch: { reconcileMs: 50 } });
  await watched.redis.set(leaseKey('k'), 'run', 'PX', 300);
  await until(() => watched.changes.length === 2);
  const stats = await watched.redis.info('commandstats');
  for (const command of ['keys', 'monitor', 'flushall', 'flushdb']) {
    expect(stats).not.toContain(`cmdstat_${command}:`);
  }
  await watched.close();
});
