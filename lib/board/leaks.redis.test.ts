import type { Redis } from 'ioredis';
import { expect, it, vi } from 'vitest';
import { launchRedis } from '../../scripts/redis/launch.ts';
import { redisConnector } from '../observe/connector.ts';
import { LeaseWatch } from '../observe/lease-watch.ts';
import {
  leaseKey,
  PREFIX,
  until,
  untilComplete,
  watchedRedis,
} from '../observe/testing/watched-redis.ts';
import { Board } from './board.ts';
import { parseView } from './view/parse-view.ts';
import { ViewStreams } from './view/view-streams.ts';

const NO_FEED = { latest: () => [], onEntry: () => () => {} };

it('gives back listeners, timers and connections after 500 streams, and everything after close', async () => {
  const resources = () => process.getActiveResourcesInfo().sort().join();
  const idle = resources();
  const watched = await watchedRedis();
  const { redis, watch } = watched;
  await redis.set(leaseKey('k'), 'run', 'PX', 600_000);
  await until(() => watch.size === 1);
  const board = new Board(watch);
  const streams = new ViewStreams({
    board,
    feed: NO_FEED,
    epoch: 'e',
    build: 'b',
    heartbeatMs: 50,
  });
  const clients = async () => ((await redis.client('LIST')) as string).trim().split('\n').length;
  const before = { resources: resources(), clients: await clients() };

  for (let i = 0; i < 500; i++) {
    const abort = new AbortController();
    const stream = streams.open({
      view: parseView(new URLSearchParams(`offset=${i % 10}`)),
      signal: abort.signal,
      stillAllowed: () => true,
    });
    const reader = stream.getReader();
    await reader.read();
    // Half of them are cut by the browser, half by us.
    if (i % 2 === 0) await reader.cancel();
    else abort.abort();
  }
  expect(streams.size).toBe(0);
  await until(() => resources() === before.resources);
  expect(await clients()).toBe(before.clients);

  board.close();
  await watched.close();
  watch.close();
  // The test runner's own timers come and go: what counts is what was not there before.
  await until(() => added(resources(), idle).length === 0, 3000).catch(() => {});
  expect(added(resources(), idle)).toEqual([]);
});

/** What a list has more than another. */
function added(now: string, before: string): string[] {
  const known = before.split(',');
  return now.split(',').filter((one) => {
    const at = known.indexOf(one);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}

it('ends every connection once: ended again, a closed one keeps the process for two seconds', async () => {
  const ended = new Map<Redis, number>();
  const counted = (redis: Redis) => {
    ended.set(redis, 0);
    const disconnect = redis.disconnect.bind(redis);
    vi.spyOn(redis, 'disconnect').mockImplementation((again) => {
      ended.set(redis, (ended.get(redis) ?? 0) + 1);
      disconnect(again);
    });
    return redis;
  };
  const server = await launchRedis();
  const connect = redisConnector(server.url);
  const watch = new LeaseWatch({
    connect: (options) => counted(connect(options)),
    prefixes: [PREFIX],
  });
  watch.start();
  await untilComplete(watch);
  watch.close();
  watch.close();
  expect([...ended.values()]).toEqual(Array.from(ended, () => 1));
  expect(ended.size).toBeGreaterThan(2);
  await server.stop();
});
