import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchRedis, type RedisServer } from '../../scripts/redis/launch.ts';
import { leaseKeyPrefix } from '../lease/index.ts';
import { RunReader } from './run-reader.ts';
import { RunSweep, type SweptThread } from './run-sweep.ts';
import type { RunView } from './run-view.ts';
import { ThreadWriter } from './testing/thread-writer.ts';

const PREFIX = 'mastra:topic';
const THREADS = 1_000;
/** How long an alarm may take. */
const ALARM_MS = 30_000;
const TTL_MS = 120_000;

let server: RedisServer;
let redis: Redis;
let reading: Redis;
let writer: ThreadWriter;

beforeAll(async () => {
  server = await launchRedis();
  redis = new Redis(server.url);
  reading = new Redis(server.url);
  writer = new ThreadWriter(redis, PREFIX);
});

afterAll(async () => {
  redis.disconnect();
  reading.disconnect();
  await server.stop();
});

const keyOf = (n: number) => `acct_42\0order-${n}`;
const runOf = (n: number) => `run-${n}`;

/** Commands that the sweep may send, counted by the server. */
async function reads(): Promise<number> {
  const info = await redis.info('commandstats');
  const calls = info.matchAll(
    /cmdstat_(?:xrange|xrevrange|xinfo\|groups|pttl|exists|get):calls=(\d+)/g,
  );
  return [...calls].reduce((sum, [, count]) => sum + Number(count), 0);
}

it('finds every alarm among 1,000 lively threads in 30 s with fewer than 100 reads a second', async () => {
  const held: SweptThread[] = [];
  for (let n = 0; n < THREADS; n++) {
    await redis.set(`${leaseKeyPrefix(PREFIX)}${keyOf(n)}`, runOf(n), 'PX', TTL_MS);
    await writer.register(keyOf(n), runOf(n));
    held.push({ id: String(n), prefix: PREFIX, threadKey: keyOf(n), owner: runOf(n) });
  }
  const [leaked, ghost, lost] = [101, 202, 303];
  await writer.over(keyOf(leaked), runOf(leaked));
  await writer.register(keyOf(ghost), 'run-without-lease');
  await writer.enqueue(keyOf(lost), 'run-of-before', 'signal-1');

  const found = new Map<string, RunView>();
  const sweep = new RunSweep({
    reader: new RunReader({ redis: reading, now: Date.now }),
    now: Date.now,
    threads: () => held,
    onView: ({ id }, view) => found.set(id, view),
  });
  let next = 0;
  const lively = setInterval(() => {
    for (let n = 0; n < 20; n++) {
      const thread = next++ % THREADS;
      if (thread === leaked) continue;
      const part = { type: 'text-delta', payload: { text: 'word ' } };
      void writer.part(keyOf(thread), runOf(thread), part);
    }
    void writer.part(keyOf(ghost), 'run-without-lease', { type: 'text-delta' });
    void redis.pexpire(`${leaseKeyPrefix(PREFIX)}${keyOf(leaked)}`, TTL_MS);
  }, 50);
  const [before, startedAt] = [await reads(), performance.now()];
  sweep.start();
  try {
    const stateOf = (n: number) => found.get(String(n))?.state;
    await expect
      .poll(() => [stateOf(leaked), stateOf(ghost), found.get(String(lost))?.lost, found.size], {
        timeout: ALARM_MS,
      })
      .toEqual(['leaked', 'ghost', 1, THREADS]);
  } finally {
    sweep.close();
    clearInterval(lively);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const perSecond = ((await reads()) - before) / seconds;
  expect(perSecond).toBeGreaterThan(0);
  expect(perSecond).toBeLessThan(100);
}, 60_000);

it('finds what is wrong on threads that nobody holds, for as long as it is', async () => {
  const [ghost, lost, well] = ['a\0ghost', 'a\0lost', 'a\0well'];
  let held: SweptThread[] = [ghost, lost, well].map((threadKey) => ({
    ...{ id: threadKey, prefix: PREFIX, threadKey, owner: `run of ${threadKey}` },
  }));
  for (const { threadKey, owner } of held) await writer.register(threadKey, owner ?? '');
  const sweep = new RunSweep({
    reader: new RunReader({ redis: reading, now: Date.now, lostAfterMs: 500 }),
    now: Date.now,
    threads: () => held,
    onView: () => {},
  });
  const goesOn = setInterval(() => {
    void writer.part(ghost, `run of ${ghost}`, { type: 'text-delta' });
  }, 200);
  const alarms = () =>
    sweep.alarms().map(({ threadKey, view }) => [threadKey, view.state, view.lost]);
  sweep.start();
  try {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(alarms()).toEqual([]);
    for (const threadKey of [lost, well]) await writer.over(threadKey, `run of ${threadKey}`);
    await writer.enqueue(lost, `run of ${lost}`, 'signal-1');
    held = [];
    await expect
      .poll(() => alarms().sort(), { timeout: 20_000 })
      .toEqual([
        [ghost, 'ghost', 0],
        [lost, 'over', 1],
      ]);
    clearInterval(goesOn);
    await writer.over(ghost, `run of ${ghost}`);
    await expect.poll(alarms, { timeout: 20_000 }).toEqual([[lost, 'over', 1]]);
    // Taken again: what is lost there is shown with its lease.
    held = [{ id: lost, prefix: PREFIX, threadKey: lost, owner: 'run-after' }];
    await expect.poll(alarms, { timeout: 20_000 }).toEqual([]);
  } finally {
    sweep.close();
    clearInterval(goesOn);
  }
}, 90_000);
