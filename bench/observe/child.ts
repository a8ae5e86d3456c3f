/**
 * One measured process. It is asked by its parent, answers, and is asked again; so what is
 * measured in it is itself alone.
 */

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Redis } from 'ioredis';
import { leaseKeyPrefix } from '../../lib/lease/index.ts';
import { LeaseWatch, redisConnector } from '../../lib/observe/index.ts';
import { NO_LOAD } from './load-options.ts';

const [kind, url = ''] = process.argv.slice(2);
const delay = monitorEventLoopDelay({ resolution: 5 });
let cpu = process.cpuUsage();
let heard = 0;

const watch = new LeaseWatch({ connect: redisConnector(url), prefixes: [NO_LOAD.prefix] });

/** What the watch costs is compared with this: the least that anybody can do with the same events. */
async function countOnly(): Promise<void> {
  const redis = new Redis(url);
  redis.on('pmessageBuffer', () => {
    heard++;
  });
  await redis.psubscribe(`__keyspace@0__:${leaseKeyPrefix(NO_LOAD.prefix)}*`);
}

async function watchAll(): Promise<{ tookMs: number; heapBytes: number; size: number }> {
  globalThis.gc?.();
  const heapBefore = process.memoryUsage().heapUsed;
  const startedAt = performance.now();
  watch.start();
  while (!watch.trust().events.complete) await new Promise((resolve) => setTimeout(resolve, 5));
  const tookMs = performance.now() - startedAt;
  globalThis.gc?.();
  const heapBytes = process.memoryUsage().heapUsed - heapBefore;
  return { tookMs, heapBytes, size: watch.size };
}

/** The bare loop that a full table is compared with. */
async function scanOnly(): Promise<{ tookMs: number; size: number }> {
  const redis = new Redis(url);
  await redis.ping();
  const startedAt = performance.now();
  let cursor = '0';
  let size = 0;
  do {
    const match = `${leaseKeyPrefix(NO_LOAD.prefix)}*`;
    const [next, keys] = await redis.scan(cursor, 'MATCH', match, 'COUNT', 1000);
    cursor = next;
    size += keys.length;
    if (keys.length === 0) continue;
    await redis.mget(keys);
    const pipeline = redis.pipeline();
    for (const key of keys) pipeline.pttl(key);
    await pipeline.exec();
  } while (cursor !== '0');
  return { tookMs: performance.now() - startedAt, size };
}

function begin(): void {
  cpu = process.cpuUsage();
  heard = 0;
  delay.reset();
  delay.enable();
}

function end() {
  const used = process.cpuUsage(cpu);
  return {
    cpuMs: (used.user + used.system) / 1000,
    loopP99Ms: delay.percentile(99) / 1e6,
    heard,
  };
}

/** The whole table: key, owner and deadline. */
function table() {
  return [...watch.leases()].map((lease) => [lease.key, lease.owner, lease.expiresAt]);
}

const tasks = { countOnly, watchAll, scanOnly, begin, end, table } as const;

process.on('message', async (task: keyof typeof tasks) => {
  process.send?.((await tasks[task]()) ?? null);
});
process.once('disconnect', () => process.exit(1));
process.send?.(kind);
