import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchRedis, type RedisServer } from '../../scripts/redis/launch.ts';
import { holdOwner } from '../keys/hold.ts';
import { threadStreamKey } from '../keys/thread-stream.ts';
import { leaseKeyPrefix } from '../lease/index.ts';
import { requestStop } from './request-stop.ts';
import { RunReader } from './run-reader.ts';
import { RunSweep, type SweptThread } from './run-sweep.ts';
import { ThreadWriter } from './testing/thread-writer.ts';

const PREFIX = 'mastra:topic';
const LOST_AFTER_MS = 200;

let server: RedisServer;
let redis: Redis;
let writer: ThreadWriter;

beforeAll(async () => {
  server = await launchRedis();
  redis = new Redis(server.url);
  writer = new ThreadWriter(redis, PREFIX);
});

afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

let threads = 0;
const newThread = () => `user_1\0thread-${++threads}`;
const streamOf = (threadKey: string) => threadStreamKey(PREFIX, threadKey);

async function held(threadKey: string, owner: string): Promise<void> {
  await redis.set(`${leaseKeyPrefix(PREFIX)}${threadKey}`, owner, 'PX', 120_000);
}

async function enqueue(threadKey: string, runId: string, count: number): Promise<void> {
  const from = `${runId}-${Math.random()}`;
  for (let at = 0; at < count; at += 500) {
    const some = Array.from({ length: Math.min(500, count - at) }, (_, n) => at + n);
    await Promise.all(some.map((n) => writer.enqueue(threadKey, runId, `${from}-${n}`)));
  }
}

const take = (threadKey: string, runId: string, signalId: string) =>
  writer.part(threadKey, runId, { type: 'data-user-message', data: { id: signalId } });

const reader = () => new RunReader({ redis, now: Date.now, lostAfterMs: LOST_AFTER_MS });

it.each([120, 400, 10_000])('stops a run behind %i queued messages', async (count) => {
  const thread = newThread();
  await held(thread, 'run-1');
  await writer.register(thread, 'run-1');
  await enqueue(thread, 'run-1', count);
  const result = await requestStop({
    ...{ redis, prefix: PREFIX, threadKey: thread, owner: 'run-1', waitMs: 60 },
  });
  // Nobody listens here: that the request was sent is what counts.
  expect(result.detail).not.toContain('not registered');
  const [last] = await redis.xrevrange(streamOf(thread), '+', '-', 'COUNT', 1);
  expect(JSON.parse(last?.[1][1] ?? '')).toMatchObject({
    type: 'run-abort-requested',
    data: { runId: 'run-1', streamId: 'stream-of-run-1' },
  });
});

it('stops a run whose registration was trimmed after it was seen', async () => {
  const thread = newThread();
  await held(thread, 'run-1');
  await writer.register(thread, 'run-1');
  const remembering = reader();
  await remembering.viewOf(PREFIX, thread, 'run-1');
  await enqueue(thread, 'run-1', 400);
  await redis.xtrim(streamOf(thread), 'MAXLEN', 50);
  const view = await remembering.viewOf(PREFIX, thread, 'run-1');
  expect(view).toMatchObject({ streamId: 'stream-of-run-1', countsAreAtLeast: true, queued: 50 });
  const result = await requestStop({
    ...{ redis, prefix: PREFIX, threadKey: thread, owner: 'run-1', waitMs: 60 },
    registered: remembering.registrationOf({ prefix: PREFIX, threadKey: thread, owner: 'run-1' }),
  });
  expect(result.detail).not.toContain('not registered');
});

it.each([100, 400, 10_000])('counts %i queued messages exactly', async (count) => {
  const thread = newThread();
  await writer.register(thread, 'run-1');
  await enqueue(thread, 'run-1', count);
  const seen = { queued: count, lost: 0, countsAreAtLeast: false, processId: 'source-1' };
  expect(await reader().viewOf(PREFIX, thread, 'run-1')).toMatchObject(seen);
  const following = reader();
  const quiet = newThread();
  await writer.register(quiet, 'run-1');
  await following.viewOf(PREFIX, quiet, 'run-1');
  await enqueue(quiet, 'run-1', count);
  expect(await following.viewOf(PREFIX, quiet, 'run-1')).toMatchObject(seen);
  await writer.enqueue(quiet, 'run-1', 'taken');
  await take(quiet, 'run-1', 'taken');
  expect(await following.viewOf(PREFIX, quiet, 'run-1')).toMatchObject(seen);
});

it('says "at least" where messages may have been trimmed unread', async () => {
  const thread = newThread();
  await writer.register(thread, 'run-1');
  await enqueue(thread, 'run-1', 300);
  await redis.xtrim(streamOf(thread), 'MAXLEN', 250);
  expect(await reader().viewOf(PREFIX, thread, 'run-1')).toMatchObject({
    ...{ queued: 250, countsAreAtLeast: true },
  });
});

it.each([
  ['the next run publishes much', 5_000],
  ['the next run publishes little', 5],
])('remembers a lost message when %s', async (_, parts) => {
  const thread = newThread();
  await writer.register(thread, 'run-1');
  await writer.over(thread, 'run-1');
  await writer.enqueue(thread, 'run-1', 'lost-1');
  await writer.write(thread, 'run-registered', 'run-2', {
    ...{ runId: 'run-2', streamId: 's-2', streamSeq: 1, sourceId: 'source-2' },
  });
  const following = reader();
  await following.viewOf(PREFIX, thread, 'run-2');
  for (let at = 0; at < parts; at += 500) {
    const some = Array.from({ length: Math.min(500, parts) }, () =>
      writer.part(thread, 'run-2', { type: 'text-delta' }),
    );
    await Promise.all(some);
  }
  const lostOn = async (one: RunReader) => (await one.viewOf(PREFIX, thread, 'run-2')).lost;
  await expect.poll(() => lostOn(following)).toBe(1);
  // One that starts now reads older entries step by step.
  const fresh = reader();
  await expect.poll(() => lostOn(fresh), { timeout: 10_000 }).toBe(1);
});

it('calls a message lost whose run died long ago while other runs follow each other', async () => {
  const thread = newThread();
  const register = (runId: string, sourceId: string) =>
    writer.write(thread, 'run-registered', runId, {
      ...{ runId, streamId: `s-${runId}`, streamSeq: 1, sourceId },
    });
  await register('dead', 'source-dead');
  await writer.enqueue(thread, 'dead', 'message-1');
  const following = reader();
  await expect
    .poll(async () => {
      const runId = `run-${Math.random()}`;
      await register(runId, 'source-alive');
      return (await following.viewOf(PREFIX, thread, runId)).lost;
    })
    .toBe(1);
});

it('calls messages lost that were sent to a maintenance hold', async () => {
  const thread = newThread();
  const hold = holdOwner('Kim', 'hold-1');
  await writer.register(thread, 'run-1');
  await writer.over(thread, 'run-1');
  await enqueue(thread, hold, 3);
  const following = reader();
  await expect
    .poll(() => following.viewOf(PREFIX, thread, hold))
    .toMatchObject({ queued: 0, lost: 3 });
});

it.each([
  ['an empty resource id', '\0thread-without-resource', 'run-1'],
  ['a run id of 513 characters', 'user_2\0long-1', 'r'.repeat(513)],
  ['a run id of 3,000 characters', 'user_2\0long-2', 'ü'.repeat(3_000)],
])('reads a thread with %s', async (_, thread, runId) => {
  await held(thread, runId);
  await writer.register(thread, runId);
  await writer.part(thread, runId, { type: 'text-delta' });
  const view = await reader().viewOf(PREFIX, thread, runId);
  expect(view).toMatchObject({ state: 'working', processId: 'source-1' });
});

it('finds lost messages of 60 threads and 40 ghosts that were all released at once', async () => {
  const keys = Array.from({ length: 100 }, newThread);
  let leases: SweptThread[] = keys.map((threadKey) => ({
    ...{ id: threadKey, prefix: PREFIX, threadKey, owner: `run of ${threadKey}` },
  }));
  for (const { threadKey, owner } of leases) await writer.register(threadKey, owner ?? '');
  const sweep = new RunSweep({
    reader: reader(),
    now: Date.now,
    threads: () => leases,
    onView: () => {},
  });
  sweep.start();
  const ghosts = keys.slice(60);
  const working = setInterval(() => {
    for (const key of ghosts) void writer.part(key, `run of ${key}`, { type: 'text-delta' });
  }, 500);
  try {
    for (const key of keys.slice(0, 60)) {
      await writer.over(key, `run of ${key}`);
      await writer.enqueue(key, `run of ${key}`, `message to ${key}`);
    }
    await expect.poll(() => sweep.notLookedAt()).toBeGreaterThan(0);
    leases = [];
    await expect.poll(() => sweep.notLookedAt()).toBeGreaterThan(0);
    const found = () => {
      const views = sweep.alarms().map(({ view }) => view);
      return [
        views.filter(({ lost }) => lost > 0).length,
        views.filter(({ state }) => state === 'ghost').length,
        sweep.notLookedAt(),
      ];
    };
    await expect.poll(found, { timeout: 30_000 }).toEqual([60, 40, 0]);
  } finally {
    sweep.close();
    clearInterval(working);
  }
}, 45_000);
