/** 200 readers on ten views while 20,000 renewals a second and changes of owner come in. */

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Redis } from 'ioredis';
import { Board, parseView, ViewStreams } from '../../lib/board/index.ts';
import { leaseKeyPrefix } from '../../lib/lease/index.ts';
import { LeaseWatch, redisConnector } from '../../lib/observe/index.ts';
import { launchRedis } from '../../scripts/redis/launch.ts';
import { NO_LOAD } from './load-options.ts';
import { atMost, percentile, type Result, shown, told } from './result.ts';
import { startLoad } from './start-load.ts';
import { readEvents } from './stream-client.ts';

const READERS = 200;
const VIEWS = [
  'limit=50',
  'limit=50&sort=thread',
  'limit=50&sort=-thread',
  'limit=50&sort=owner',
  'limit=50&sort=held',
  'limit=50&q=acct_42',
  'limit=50&q=resource:acct_7',
  'limit=50&kind=thread&sort=thread&offset=500',
  'limit=50&health=late',
  'limit=100&q=thread-9&sort=thread',
];
const PROBE_EVERY_MS = 200;

export async function manyStreams(seconds: number): Promise<Result[]> {
  const quiet = await measure(seconds, 0);
  const busy = await measure(seconds, 100_000);
  return [
    atMost('change of owner → in a reader’s hands, quiet, p95', quiet.p95, 100, ' ms'),
    atMost('change of owner → in a reader’s hands, under load, p95', busy.p95, 250, ' ms'),
    atMost('bytes a second per reader, under load, mean', busy.bytesPerSecond, 5000, ' B'),
    told('of the view that gets most', `${shown(busy.mostBytesPerSecond)} B`),
    told(
      `CPU of one process with ${READERS} readers on ten views`,
      `${shown(busy.cpuShare * 100)} % of a core`,
    ),
    atMost('event-loop delay with them, p99', busy.loopP99Ms, 50, ' ms'),
  ];
}

async function measure(seconds: number, leases: number) {
  const server = await launchRedis();
  const load = await startLoad({ url: server.url, leases, churn: leases > 0 ? 20 : 0 });
  const redis = new Redis(server.url);
  const watch = new LeaseWatch({ connect: redisConnector(server.url), prefixes: [NO_LOAD.prefix] });
  watch.start();
  while (!watch.trust().events.complete) await new Promise((resolve) => setTimeout(resolve, 5));
  const feed = { latest: () => [], onEntry: () => () => {} };
  const board = new Board(watch);
  const streams = new ViewStreams({ board, feed, epoch: 'bench', build: 'bench' });
  const aborts: AbortController[] = [];
  if (leases > 0) await pause(11_000);

  // The probe sorts first in the view that watches for it.
  const probe = `${leaseKeyPrefix(NO_LOAD.prefix)}acct_0\0 probe`;
  await redis.set(probe, 'run-0', 'PX', 600_000);
  const sentAt: number[] = [];
  const latencies: number[] = [];
  const bytes = new Array<number>(READERS).fill(0);
  const readers = bytes.map((_, n) => {
    const view = parseView(new URLSearchParams(VIEWS[n % VIEWS.length]));
    const abort = new AbortController();
    aborts.push(abort);
    const stream = streams.open({ view, signal: abort.signal, stillAllowed: () => true });
    const count = (size: number) => {
      bytes[n] = (bytes[n] ?? 0) + size;
    };
    return readEvents(counted(stream, count), (_event, data) => {
      for (const { owner } of n === 1 ? (data.rows ?? []) : []) arrived(owner);
      return true;
    });
  });
  /** Two changes within one reading are seen as one: the earlier one is on screen with the later. */
  function arrived(owner: string): void {
    const until = Number(/^run-(\d+)$/.exec(owner)?.[1] ?? -1);
    for (let i = 0; i <= until; i++) {
      const at = sentAt[i];
      if (at !== undefined) latencies.push(performance.now() - at);
      delete sentAt[i];
    }
  }

  await pause(2000);
  bytes.fill(0);
  const cpu = process.cpuUsage();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const startedAt = performance.now();
  for (let i = 1; performance.now() - startedAt < seconds * 1000; i++) {
    sentAt[i] = performance.now();
    await redis.set(probe, `run-${i}`, 'PX', 600_000);
    await pause(PROBE_EVERY_MS);
  }
  const passed = performance.now() - startedAt;
  const used = process.cpuUsage(cpu);
  const loopP99Ms = delay.percentile(99) / 1e6;
  await pause(1000);
  if (sentAt.some((at) => at !== undefined)) throw new Error('a change never arrived');
  for (const abort of aborts) abort.abort();
  await Promise.all(readers);
  watch.close();
  redis.disconnect();
  await load.stop();
  await server.stop();
  const perSecond = bytes.map((size) => (size * 1000) / passed);
  return {
    p95: percentile(latencies, 0.95),
    bytesPerSecond: perSecond.reduce((sum, size) => sum + size, 0) / READERS,
    mostBytesPerSecond: Math.max(...perSecond),
    cpuShare: (used.user + used.system) / 1000 / passed,
    loopP99Ms,
  };
}

function counted(
  stream: ReadableStream<Uint8Array>,
  count: (bytes: number) => void,
): ReadableStream<Uint8Array> {
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        count(chunk.length);
        controller.enqueue(chunk);
      },
    }),
  );
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
