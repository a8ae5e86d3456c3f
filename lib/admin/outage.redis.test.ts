import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { launchRedis, type RedisServer } from '../../scripts/redis/launch.ts';
import { leaseIdOf } from '../keys/lease-id.ts';
import { leaseKeyPrefix, storeKeys } from '../lease/index.ts';
import { createLog } from '../platform/log.ts';
import { FOR_ACTS, openRedis, type RedisClient } from '../platform/redis-connection.ts';
import type { ActionResult } from './action.ts';
import { Admin } from './admin.ts';

const PREFIX = 'mastra:topic';
const KEY = `${leaseKeyPrefix(PREFIX)}user\0thread`;
const LEASE_ID = leaseIdOf(Buffer.from(KEY));
const log = createLog('silent');

let server: RedisServer;
let redis: Redis;
let connection: RedisClient;
let admin: Admin;

beforeEach(async () => {
  server = await launchRedis();
  redis = new Redis(server.url);
  connection = openRedis(server.url, 'leaseboard-test', FOR_ACTS, log);
  await vi.waitFor(() => expect(connection.status).toBe('ready'));
  admin = new Admin({
    redis: connection,
    store: connection,
    history: true,
    prefixes: [PREFIX],
    log,
    timeoutMs: 400,
  });
  await redis.set(KEY, 'run-1', 'PX', 600_000);
});

afterEach(async () => {
  admin.close();
  for (const opened of [redis, connection]) opened.disconnect();
  await server.stop();
});

function release(requestId: string): Promise<ActionResult> {
  const target = admin.target(LEASE_ID);
  if (!target) throw new Error('no target');
  const input = { leaseId: LEASE_ID, expectOwner: 'run-1', reason: 'stuck', requestId };
  const who = { actor: 'Ada', role: 'operator', method: 'cookie', address: '192.0.2.1' } as const;
  return admin.act('release', target, input, who);
}

/** Freezes the server at the moment it has received the release itself, and not before. */
async function freezeAtTheAct(): Promise<void> {
  const evalsha = connection.callBuffer.bind(connection);
  const frozen = vi.spyOn(connection, 'callBuffer').mockImplementation((...args) => {
    process.kill(server.pid, 'SIGSTOP');
    frozen.mockRestore();
    return evalsha(...args);
  });
}

test('Redis frozen between click and answer: unknown, then the truth, and nothing happens late', async () => {
  // The scripts are known and the clock is learnt, so that the act is one command.
  await redis.set(`${KEY}2`, 'run-1');
  await releaseOther();
  await freezeAtTheAct();
  const requestId = randomUUID();
  expect(await release(requestId)).toMatchObject({ outcome: 'unknown', auditId: null });

  process.kill(server.pid, 'SIGCONT');
  expect(await release(requestId)).toMatchObject({
    outcome: 'unknown',
    owner: 'run-1',
    detail: expect.stringContaining('Nothing was changed'),
    auditId: expect.any(String),
  });
  expect(await redis.get(KEY)).toBe('run-1');
  expect(await redis.xlen(storeKeys(PREFIX).audit)).toBe(2);
});

test('the answer lost after it was done: unknown, then done, and not done twice', async () => {
  await redis.set(`${KEY}2`, 'run-1');
  await releaseOther();
  const call = connection.callBuffer.bind(connection);
  const lost = vi.spyOn(connection, 'callBuffer').mockImplementation((...args) => {
    lost.mockRestore();
    void call(...args).catch(() => {});
    return new Promise(() => {});
  });
  const requestId = randomUUID();
  expect(await release(requestId)).toMatchObject({ outcome: 'unknown', auditId: null });
  // Taken again by the very same owner: a second effect would be seen.
  await redis.set(KEY, 'run-1', 'PX', 600_000);
  expect(await release(requestId)).toMatchObject({ outcome: 'done', owner: 'run-1' });
  expect(await redis.get(KEY)).toBe('run-1');
  expect(await redis.xlen(storeKeys(PREFIX).audit)).toBe(2);
});

test('Redis away before the act: refused as not done, and the entry is written on its return', async () => {
  const { port } = server;
  await server.stop();
  await vi.waitFor(() => expect(connection.status).not.toBe('ready'));
  const requestId = randomUUID();
  expect(await release(requestId)).toMatchObject({
    outcome: 'not-allowed',
    detail: expect.stringContaining('Nothing was done'),
    auditId: null,
  });
  server = await launchRedis({ port });
  await redis.set(KEY, 'run-1', 'PX', 600_000);
  await vi.waitFor(async () => expect(await redis.xlen(storeKeys(PREFIX).audit)).toBe(1), 10_000);
  expect(await redis.get(KEY)).toBe('run-1');
});

async function releaseOther(): Promise<void> {
  const leaseId = leaseIdOf(Buffer.from(`${KEY}2`));
  const target = admin.target(leaseId);
  if (!target) throw new Error('no target');
  const input = { leaseId, expectOwner: 'run-1', reason: 'first', requestId: randomUUID() };
  const who = { actor: 'Ada', role: 'operator', method: 'cookie', address: '192.0.2.1' } as const;
  expect(await admin.act('release', target, input, who)).toMatchObject({ outcome: 'done' });
}
