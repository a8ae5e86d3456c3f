/**
 * What 100,000 entries of history cost: memory in Redis and in a dashboard, and the first pages
 * against those of 1,000 entries.
 *
 *   node --expose-gc --import tsx bench/history-size.ts
 */

import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { HistoryReader } from '../lib/history/index.ts';
import { leaseIdOf } from '../lib/keys/lease-id.ts';
import { leaseKeyPrefix, storeKeys } from '../lib/lease/index.ts';
import { launchRedis } from '../scripts/redis/launch.ts';

const PREFIX = 'mastra:topic';
const ENTRIES_PER_LEASE = 50;
const HELD = 5000;
const RUNS = 3000;

/** A history as threads make it: uuids for threads and runs, acquired, handed on, released. */
async function fill(redis: Redis, entries: number): Promise<string> {
  await redis.flushall();
  const { history, held } = storeKeys(PREFIX);
  const keys = Array.from(
    { length: entries / ENTRIES_PER_LEASE },
    (_, n) => `user_${n}\0${randomUUID()}`,
  );
  let at = Date.now() - entries * 100;
  for (let done = 0; done < entries; done += 1000) {
    const batch = redis.pipeline();
    for (let n = done; n < Math.min(done + 1000, entries); n++) {
      const key = leaseKeyPrefix(PREFIX) + keys[n % keys.length];
      const event = ['acquired', 'transferred', 'released'][n % 3] ?? '';
      const from = event === 'acquired' ? '' : randomUUID();
      const to = event === 'released' ? '' : randomUUID();
      at += 100;
      const facts = ['at', n % 2 ? String(at) : '', 'source', n % 2 ? 'observed' : 'recorded'];
      batch.xadd(
        ...[history, `${at}-0`, 'key', key, 'event', event, 'from', from, 'to', to, ...facts],
        ...['actor', '', 'reason', '', 'held', '61234', 'renewals', '12', 'fence', `${at}123`],
      );
    }
    await batch.exec();
  }
  const notes = Array.from({ length: HELD }, (_, n) => [
    `${leaseKeyPrefix(PREFIX)}user_${n}\0${randomUUID()}`,
    `1795992519703000 1795992519703 1795992534703 12 ${randomUUID()}`,
  ]);
  await redis.hset(held, ...notes.flat());
  return leaseIdOf(Buffer.from(leaseKeyPrefix(PREFIX) + keys[7]));
}

function medianMicroseconds(act: () => void): number {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const from = performance.now();
    act();
    times.push(performance.now() - from);
  }
  return (times.sort((a, b) => a - b)[RUNS >> 1] ?? 0) * 1000;
}

function heapMb(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

async function measured(redis: Redis, entries: number) {
  const leaseId = await fill(redis, entries);
  const before = heapMb();
  const reader = new HistoryReader({ store: redis, prefixes: [PREFIX] });
  const from = performance.now();
  await reader.start();
  const loadedMs = performance.now() - from;
  const page = medianMicroseconds(() => reader.page());
  const lease = medianMicroseconds(() => reader.page({ leaseId }));
  const search = medianMicroseconds(() => reader.page({ q: 'user_1' }));
  const grownMb = heapMb() - before;
  const { size } = reader;
  reader.close();
  return { size, loadedMs, page, lease, search, grownMb };
}

async function main(): Promise<void> {
  const server = await launchRedis();
  const redis = new Redis(server.url);
  const small = await measured(redis, 1000);
  const large = await measured(redis, 100_000);
  const { history, held } = storeKeys(PREFIX);
  const mb = async (key: string) =>
    Number(await redis.memory('USAGE', key, 'SAMPLES', 0)) / 2 ** 20;
  console.log(
    `history of ${await redis.xlen(history)} entries: ${(await mb(history)).toFixed(1)} MB in Redis`,
  );
  console.log(`held by ${HELD} leases: ${(await mb(held)).toFixed(1)} MB in Redis`);
  console.log(
    `a dashboard loads it in ${large.loadedMs.toFixed(0)} ms and keeps ${large.grownMb.toFixed(0)} MB`,
  );
  for (const what of ['page', 'lease', 'search'] as const) {
    const [few, many] = [small[what], large[what]];
    console.log(
      `first page, ${what}: ${few.toFixed(0)} µs of 1,000, ${many.toFixed(0)} µs of 100,000, ratio ${(many / few).toFixed(2)}`,
    );
  }
  redis.disconnect();
  await server.stop();
}

await main();
