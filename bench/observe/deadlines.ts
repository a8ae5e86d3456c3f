/** How soon after its deadline a lease is shown as expired, among many keys that expire later. */

import { Redis } from 'ioredis';
import { Board, parseView, ViewStreams } from '../../lib/board/index.ts';
import { leaseIdOf } from '../../lib/keys/lease-id.ts';
import { leaseKeyPrefix } from '../../lib/lease/index.ts';
import { LeaseWatch, redisConnector } from '../../lib/observe/index.ts';
import { launchRedis } from '../../scripts/redis/launch.ts';
import { NO_LOAD } from './load-options.ts';
import { atMost, percentile, type Result } from './result.ts';
import { startLoad } from './start-load.ts';
import { readEvents } from './stream-client.ts';

const DEADLINES = 1000;

export async function deadlines(): Promise<Result[]> {
  const server = await launchRedis();
  const load = await startLoad({ url: server.url, otherKeys: 100_000 });
  const redis = new Redis(server.url);
  const watch = new LeaseWatch({ connect: redisConnector(server.url), prefixes: [NO_LOAD.prefix] });
  watch.start();
  while (!watch.trust().events.complete) await new Promise((resolve) => setTimeout(resolve, 5));
  const feed = { latest: () => [], onEntry: () => () => {} };
  const board = new Board(watch);
  const streams = new ViewStreams({ board, feed, epoch: 'bench', build: 'bench' });
  const abort = new AbortController();
  const stream = streams.open({
    view: parseView(new URLSearchParams(`limit=${DEADLINES}&sort=thread`)),
    signal: abort.signal,
    stillAllowed: () => true,
  });

  const dueAt = new Map<string, number>();
  const pipeline = redis.pipeline();
  const keys = Array.from(
    { length: DEADLINES },
    (_, i) => `${leaseKeyPrefix(NO_LOAD.prefix)}u\0${i}`,
  );
  keys.forEach((key, i) => {
    pipeline.set(key, `run-${i}`, 'PX', 3000 + i * 5);
  });
  await pipeline.exec();
  for (const key of keys) dueAt.set(leaseIdOf(Buffer.from(key)), await redis.pexpiretime(key));

  const late: number[] = [];
  let shown = new Set<string>();
  await readEvents(stream, (event, data) => {
    if (event === 'snapshot') shown = new Set(data.rows.map((row: { id: string }) => row.id));
    if (!data.order) return late.length < DEADLINES;
    const order = new Set<string>(data.order);
    for (const id of shown) {
      const due = dueAt.get(id);
      if (!order.has(id) && due !== undefined) late.push(watch.now() - due);
    }
    shown = order;
    return late.length < DEADLINES;
  });
  abort.abort();
  watch.close();
  redis.disconnect();
  await load.stop();
  await server.stop();
  const what = `${DEADLINES} deadlines among 100,000 far ones: shown expired after`;
  return [
    atMost(`${what}, p50`, percentile(late, 0.5), 300, ' ms'),
    atMost(`${what}, p99`, percentile(late, 0.99), 300, ' ms'),
  ];
}
