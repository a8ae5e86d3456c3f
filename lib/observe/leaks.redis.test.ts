import { expect, it } from 'vitest';
import { leaseKey, until, watchedRedis } from './testing/watched-redis.ts';
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
  const streams = new ViewStreams({ watch, feed: NO_FEED, epoch: 'e', heartbeatMs: 50 });
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

  await watched.close();
  watch.close();
  await until(() => resources() === idle, 3000).catch(() => {});
  expect(resources()).toBe(idle);
});
