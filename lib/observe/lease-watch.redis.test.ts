import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leaseIdOf } from '../keys/lease-id.ts';
import { HUGE_OWNER_BYTES, NASTY_OWNERS, nastyKeys } from '../keys/testing/nasty-keys.ts';
import {
  leaseKey,
  PREFIX,
  rowOf,
  scanOf,
  tableOf,
  until,
  type WatchedRedis,
  watchedRedis,
} from './testing/watched-redis.ts';

const idOf = (key: string) => leaseIdOf(Buffer.from(leaseKey(key)));
const KEY = 'u1\0t1';

describe('a watch on one Redis', () => {
  let watched: WatchedRedis;

  beforeEach(async () => {
    watched = await watchedRedis();
  });

  afterEach(() => watched.close());

  it('sees a lease taken, extended, handed on and freed from outside', async () => {
    const { redis, watch, story } = watched;
    await redis.set(leaseKey(KEY), 'run-1', 'PX', 15_000, 'NX');
    await until(() => rowOf(watch, idOf(KEY)) !== null, 500);
    expect(rowOf(watch, idOf(KEY))).toMatchObject({
      owner: 'run-1',
      ttlMs: 15_000,
      resourceId: 'u1',
      threadId: 't1',
      health: 'healthy',
      heldSinceExact: true,
      renewals: 0,
    });

    await redis.pexpire(leaseKey(KEY), 60_000);
    await until(() => (rowOf(watch, idOf(KEY))?.expiresAt ?? 0) - watch.now() > 50_000, 500);
    expect(rowOf(watch, idOf(KEY))).toMatchObject({ ttlMs: 60_000, renewals: 1 });

    await redis.set(leaseKey(KEY), 'run-2', 'PX', 15_000);
    await until(() => rowOf(watch, idOf(KEY))?.owner === 'run-2', 500);
    await redis.del(leaseKey(KEY));
    await until(() => rowOf(watch, idOf(KEY)) === null, 500);
    expect(story()).toEqual(['acquired →run-1', 'transferred run-1→run-2', 'released run-2→']);
  });

  it('says of each change when it was, how long the lease was held and how often renewed', async () => {
    const { redis, watch, changes } = watched;
    await redis.set(leaseKey(KEY), 'run-1', 'PX', 300);
    await until(() => rowOf(watch, idOf(KEY)) !== null);
    await redis.pexpire(leaseKey(KEY), 300);
    await until(() => changes.length === 2);
    const [acquired, expired] = changes;
    expect(expired).toMatchObject({ event: 'expired', source: 'observed', renewals: 1 });
    const held = (expired?.at ?? 0) - (acquired?.at ?? 0);
    expect(held).toBeGreaterThanOrEqual(300);
    expect(expired?.heldForMs).toBe(held);
  });

  it('tells a release and a new claim within one read apart from a transfer', async () => {
    const { redis, story, changes } = watched;
    await redis.set(leaseKey(KEY), 'run-1', 'PX', 15_000);
    await until(() => changes.length === 1);
    await redis.multi().del(leaseKey(KEY)).set(leaseKey(KEY), 'run-1', 'PX', 15_000).exec();
    await until(() => changes.length === 3);
    expect(story()).toEqual(['acquired →run-1', 'released run-1→', 'acquired →run-1']);
  });

  it('takes no event for a fact', async () => {
    const { redis, watch, changes } = watched;
    await redis.set(leaseKey(KEY), 'run-1', 'PX', 15_000);
    await until(() => changes.length === 1);
    await redis.publish(`__keyspace@0__:${leaseKey(KEY)}`, 'del');
    await redis.publish(`__keyspace@0__:${leaseKey('nobody')}`, 'set');
    await redis.set(leaseKey('after'), 'run-2', 'PX', 15_000);
    await until(() => changes.length === 2);
    expect(rowOf(watch, idOf(KEY))?.owner).toBe('run-1');
    expect(tableOf(watch)).toEqual(await scanOf(redis));
  });

  it('carries every nasty key and owner', async () => {
    const { redis, watch } = watched;
    const keys = nastyKeys().map((key) => Buffer.concat([Buffer.from(leaseKey('')), key]));
    for (const [i, key] of keys.entries()) {
      await redis.set(key, NASTY_OWNERS[i % NASTY_OWNERS.length] ?? '', 'PX', 60_000);
    }
    await until(() => watch.tallies().held === keys.length);
    for (const [i, key] of keys.entries()) {
      expect(rowOf(watch, leaseIdOf(key))?.owner).toBe(NASTY_OWNERS[i % NASTY_OWNERS.length]);
    }
    await Promise.all(keys.map((key) => redis.del(key)));
    await until(() => watch.tallies().held === 0);
  });

  it('shows what is no lease as unreadable, a huge owner cut, a missing TTL as none', async () => {
    const { redis, watch } = watched;
    await redis.hset(leaseKey('hash'), 'field', 'value');
    await redis.set(leaseKey('huge'), 'x'.repeat(HUGE_OWNER_BYTES), 'PX', 60_000);
    await redis.set(leaseKey('forever'), 'run-1');
    await until(() => watch.tallies().held === 2);
    expect(rowOf(watch, idOf('huge'))).toMatchObject({
      owner: 'x'.repeat(512),
      ownerBytes: HUGE_OWNER_BYTES,
    });
    expect(rowOf(watch, idOf('forever'))).toMatchObject({ expiresAt: null, health: 'no-expiry' });
    await redis.set(leaseKey('huge'), `${'x'.repeat(HUGE_OWNER_BYTES - 1)}y`, 'PX', 60_000);
    await until(() => watched.changes.some(({ event }) => event === 'transferred'));
  });
});

describe('a watch that comes late', () => {
  it('finds what is there, unreadable keys too, and says that it was found', async () => {
    const watched = await watchedRedis({
      before: async (redis) => {
        await redis.set(leaseKey(KEY), 'run-1', 'PX', 60_000);
        await redis.hset(leaseKey('hash'), 'field', 'value');
        await redis.set('other:lease:x', 'nobody asked');
      },
    });
    const { watch, changes, gaps } = watched;
    expect(watch.tallies()).toMatchObject({ held: 2, byHealth: { unreadable: 1, healthy: 1 } });
    expect(rowOf(watch, idOf(KEY))?.heldSinceExact).toBe(false);
    expect(changes).toEqual([]);
    expect([...watch.heldNow(PREFIX)]).toMatchObject([
      { redisKey: Buffer.from(leaseKey(KEY)), owner: Buffer.from('run-1'), since: null },
    ]);
    expect(gaps).toMatchObject([{ prefix: 'mastra:topic', reason: 'started' }]);
    await watched.close();
  });
});
