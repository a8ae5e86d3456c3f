import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { launchRedis, type RedisServer } from '../../scripts/redis/launch.ts';
import { holdOwner } from '../keys/hold.ts';
import { leaseIdOf } from '../keys/lease-id.ts';
import { threadStreamKey } from '../keys/thread-stream.ts';
import { leaseKeyPrefix, storeKeys } from '../lease/index.ts';
import { createLog } from '../platform/log.ts';
import { FOR_ACTS, openRedis, type RedisClient } from '../platform/redis-connection.ts';
import type { ActionResult } from './action.ts';
import { Admin } from './admin.ts';

const PREFIX = 'mastra:topic';
const THREAD = 'user_1\0thread_1';
const log = createLog('silent');

let server: RedisServer;
let redis: Redis;
let connection: RedisClient;
let admin: Admin;

beforeAll(async () => {
  server = await launchRedis();
  redis = new Redis(server.url);
  connection = openRedis(server.url, 'leaseboard-test', FOR_ACTS, log);
  await vi.waitFor(() => expect(connection.status).toBe('ready'));
  const options = { redis: connection, store: connection, history: true, log };
  admin = new Admin({ ...options, prefixes: [PREFIX] });
});

beforeEach(() => redis.flushall());

afterAll(async () => {
  admin.close();
  for (const opened of [redis, connection]) opened.disconnect();
  await server.stop();
});

function stop(key: string, expectOwner: string): Promise<ActionResult> {
  const leaseId = leaseIdOf(Buffer.from(`${leaseKeyPrefix(PREFIX)}${key}`));
  const target = admin.target(leaseId);
  if (!target) throw new Error('no target');
  const input = { leaseId, expectOwner, reason: 'hung', requestId: randomUUID() };
  const who = { actor: 'Ada', role: 'operator', method: 'cookie', address: '192.0.2.1' } as const;
  return admin.act('stop', target, input, who);
}

async function published(data: { type: string; runId: string; streamId: string }): Promise<void> {
  const event = { ...{ type: data.type, runId: data.runId, data }, deliveryAttempt: 1 };
  await redis.xadd(threadStreamKey(PREFIX, THREAD), '*', 'event', JSON.stringify(event));
}

test('a process that hears it: the run is over, the lease is free, one audit entry', async () => {
  await redis.set(`${leaseKeyPrefix(PREFIX)}${THREAD}`, 'run-1', 'PX', 60_000);
  await published({ type: 'run-registered', runId: 'run-1', streamId: 'stream-1' });
  const answered = stop(THREAD, 'run-1');
  await vi.waitFor(async () => {
    const items = await redis.xrange(threadStreamKey(PREFIX, THREAD), '-', '+');
    expect(JSON.parse(items.at(-1)?.[1][1] ?? '')).toMatchObject({
      type: 'run-abort-requested',
      data: { runId: 'run-1', streamId: 'stream-1' },
    });
  });
  await published({ type: 'run-aborted', runId: 'run-1', streamId: 'stream-1' });
  await redis.del(`${leaseKeyPrefix(PREFIX)}${THREAD}`);
  expect(await answered).toMatchObject({ outcome: 'done', owner: null });
  expect(await redis.xlen(storeKeys(PREFIX).audit)).toBe(1);
});

test('nothing to address is told, and nothing is asked of anybody', async () => {
  await redis.set(`${leaseKeyPrefix(PREFIX)}${THREAD}`, 'run-1', 'PX', 60_000);
  expect(await stop(THREAD, 'run-1')).toMatchObject({ outcome: 'ignored', owner: 'run-1' });
  expect(await redis.exists(threadStreamKey(PREFIX, THREAD))).toBe(0);
});

test('what is no run of a thread is refused: other kinds, holds', async () => {
  await redis.set(`${leaseKeyPrefix(PREFIX)}job`, 'worker-1', 'PX', 60_000);
  expect(await stop('job', 'worker-1')).toMatchObject({ outcome: 'not-allowed' });
  const hold = holdOwner('Ada', 'request-1');
  await redis.set(`${leaseKeyPrefix(PREFIX)}${THREAD}`, hold, 'PX', 60_000);
  expect(await stop(THREAD, hold)).toMatchObject({
    outcome: 'not-allowed',
    detail: expect.stringContaining('end the hold'),
  });
});
