/** Each source of changes, on servers that allow no better one. */

import { expect, it } from 'vitest';
import { leaseIdOf } from '../../keys/lease-id.ts';
import { redisConnector } from '../connector.ts';
import {
  leaseKey,
  PREFIX,
  rowOf,
  scanOf,
  tableOf,
  until,
  type WatchedRedis,
  watchedRedis,
} from '../testing/watched-redis.ts';

const KEY = leaseKey('u\0t');
const ID = leaseIdOf(Buffer.from(KEY));

/** The life of one lease, as every source must tell it. */
async function lifeOfALease({ redis, watch, story, changes }: WatchedRedis): Promise<void> {
  const told = async (count: number) => until(() => changes.length === count, 3000);
  await redis.set('unrelated', 'x', 'PX', 15_000);
  await redis.set(KEY, 'run-1', 'PX', 15_000);
  await told(1);
  await redis.pexpire(KEY, 60_000);
  await until(() => (rowOf(watch, ID)?.expiresAt ?? 0) - watch.now() > 50_000, 3000);
  await redis.set(KEY, 'run-2', 'PX', 15_000);
  await told(2);
  await redis.del(KEY);
  await told(3);
  await redis.set(KEY, 'run-3', 'PX', 600);
  await told(5);
  expect(story()).toEqual([
    'acquired →run-1',
    'transferred run-1→run-2',
    'released run-2→',
    'acquired →run-3',
    'expired run-3→',
  ]);
  expect(tableOf(watch)).toEqual(await scanOf(redis));
}

it('events by name, where others have switched those on', async () => {
  const watched = await watchedRedis({ events: 'EA' });
  expect(watched.watch.trust().events).toMatchObject({ mode: 'keyspace', reason: null });
  await lifeOfALease(watched);
  await watched.close();
});

it('tracking, where the flags do not allow events; FLUSHALL is told', async () => {
  const watched = await watchedRedis({ events: 'Kx' });
  const { redis, watch } = watched;
  expect(watch.trust().events).toMatchObject({
    mode: 'tracking',
    reason: 'keyspace events are “xK”, which leaves out what leases need',
  });
  await lifeOfALease(watched);
  await redis.set(KEY, 'run-4', 'PX', 60_000);
  await until(() => rowOf(watch, ID) !== null);
  await redis.flushall();
  await until(() => rowOf(watch, ID) === null, 1000);
  await watched.close();
});

it('the rights of a least-privilege reader: tracking not allowed, flags not shown, no INFO', async () => {
  const user = [
    'reader on >secret resetkeys resetchannels -@all',
    `%R~${PREFIX}* &__keyspace@0__:${PREFIX}*`,
    '+get +mget +pttl +pexpiretime +type +scan +psubscribe +punsubscribe +ping +hello +auth',
    '+client|setname +time',
  ].join(' ');
  const watched = await watchedRedis({
    events: '',
    args: ['--user', ...user.split(' ')],
    watch: { samplePeriodMs: 100 },
    as: { username: 'reader', password: 'secret' },
  });
  const { redis, watch } = watched;
  expect(watch.trust().events).toMatchObject({ mode: 'sampling', periodMs: 100 });
  expect(watch.trust().events.reason).toContain('does not show its event flags');
  await lifeOfALease(watched);

  // Events that come prove that they are on, whatever the server says of its flags.
  await redis.config('SET', 'notify-keyspace-events', 'Kg$xe');
  await until(async () => {
    await redis.set(KEY, 'run-5', 'PX', 60_000);
    await redis.del(KEY);
    return watch.trust().events.mode === 'keyspace';
  });
  await redis.set(KEY, 'run-6', 'PX', 60_000);
  await until(() => rowOf(watch, ID)?.owner === 'run-6', 500);
  await watched.close();
});

it('several prefixes, one the beginning of another', async () => {
  const prefixes = [PREFIX, 'other[a]', `${PREFIX}:lease:inner`];
  const watched = await watchedRedis({ events: 'Kx', watch: { prefixes } });
  const { redis, watch } = watched;
  const inner = leaseKey('x', `${PREFIX}:lease:inner`);
  await redis.set(leaseKey('x', 'other[a]'), 'run-1', 'PX', 60_000);
  await redis.set(leaseKey('x', 'othera'), 'nobody asked', 'PX', 60_000);
  await redis.set(inner, 'run-2', 'PX', 60_000);
  await redis.set(KEY, 'run-3', 'PX', 60_000);
  await until(() => watch.tallies().held === 3);
  expect(rowOf(watch, leaseIdOf(Buffer.from(inner)))).toMatchObject({
    prefix: `${PREFIX}:lease:inner`,
    key: 'x',
  });
  await watched.close();
});

it('a connection with its own database', async () => {
  const watched = await watchedRedis({
    watch: {},
    as: { db: 3 },
  });
  const { redis, watch } = watched;
  await redis.set(KEY, 'in another database', 'PX', 60_000);
  await redis.select(3);
  await redis.set(KEY, 'run-1', 'PX', 60_000);
  await until(() => rowOf(watch, ID)?.owner === 'run-1');
  await watched.close();
});

it('refuses a URL it cannot read without quoting it', () => {
  expect(() => redisConnector('redis://user:secret@[::')).toThrow('the Redis URL cannot be read');
});
