import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { launchRedis, type RedisServer } from '../../scripts/redis/launch.ts';
import { leaseIdOf } from '../keys/lease-id.ts';
import { holdLease, type LeaseOffer, leaseKeyPrefix, RedisLeaseProvider } from '../lease/index.ts';
import { createLog } from '../platform/log.ts';
import { FOR_ACTS, openRedis, type RedisClient } from '../platform/redis-connection.ts';
import type { ActionResult } from './action.ts';
import { Admin } from './admin.ts';
import { transferTargets } from './transfer-targets.ts';

const PREFIX = 'mastra:topic';
const KEY = Buffer.from(`${leaseKeyPrefix(PREFIX)}job`);
const log = createLog('silent');

let server: RedisServer;
let redis: Redis;
let connection: RedisClient;
let admin: Admin;
let provider: RedisLeaseProvider;

beforeAll(async () => {
  server = await launchRedis();
  redis = new Redis(server.url);
  connection = openRedis(server.url, 'leaseboard-test', FOR_ACTS, log);
  await vi.waitFor(() => expect(connection.status).toBe('ready'));
  const options = { redis: connection, store: connection, history: true, log };
  admin = new Admin({ ...options, prefixes: [PREFIX] });
  provider = new RedisLeaseProvider({ redis, keyPrefix: PREFIX, actor: 'worker' });
});

beforeEach(async () => {
  await redis.set(KEY, 'dead', 'PX', 60_000);
});

const releases: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const release of releases.splice(0)) await release();
  await redis.flushall();
});

afterAll(async () => {
  admin.close();
  for (const opened of [redis, connection]) opened.disconnect();
  await server.stop();
});

async function adopter(onOffer: (offer: LeaseOffer) => void): Promise<void> {
  const lease = await holdLease(provider, 'own work', {
    owner: 'worker-1',
    ttlMs: 30_000,
    onOffer,
  });
  if (!lease.acquired) throw new Error('not acquired');
  releases.push(() => lease.release());
}

function transfer(ttlMs?: number, by = admin): Promise<ActionResult> {
  const leaseId = leaseIdOf(KEY);
  const target = by.target(leaseId);
  if (!target) throw new Error('no target');
  return by.act(
    'transfer',
    target,
    {
      leaseId,
      expectOwner: 'dead',
      reason: 'crashed',
      requestId: randomUUID(),
      to: 'worker-1',
      ttlMs,
    },
    { actor: 'Ada', role: 'operator', method: 'cookie', address: '192.0.2.1' },
  );
}

test('an adopter is found, takes the lease up, and that is the outcome', async () => {
  await adopter((offer) => {
    void offer.accept().then((lease) => lease && releases.push(() => lease.release()));
  });
  const held = [{ redisKey: KEY, owner: Buffer.from('worker-1'), since: null, expiresAt: null }];
  expect(await transferTargets(connection, PREFIX, held)).toEqual([
    { owner: 'worker-1', label: 'worker', host: expect.any(String), pid: process.pid, holds: 1 },
  ]);
  expect(await transfer()).toMatchObject({ outcome: 'done', owner: 'worker-1', detail: null });
  expect(await redis.get(KEY)).toBe('worker-1');
});

test('it is seen to be taken up also where history is kept elsewhere', async () => {
  await adopter((offer) => {
    void offer.accept().then((lease) => lease && releases.push(() => lease.release()));
  });
  const options = { redis: connection, store: connection, history: false, log };
  const elsewhere = new Admin({ ...options, prefixes: [PREFIX] });
  expect(await transfer(undefined, elsewhere)).toMatchObject({ outcome: 'done' });
  elsewhere.close();
});

test('one that does not take it up: handed over, and until when nobody has it', async () => {
  await adopter(() => {});
  const result = await transfer(1500);
  expect(result).toMatchObject({ outcome: 'not-adopted' });
  expect(result.detail).toMatch(/not taken up; it is free in [01] s\.|ended at once/);
});

test('one that declines it leaves it free', async () => {
  await adopter((offer) => void offer.decline());
  expect(await transfer()).toMatchObject({
    outcome: 'not-adopted',
    owner: null,
    detail: expect.stringContaining('declined'),
  });
});

test('an owner that adopts nothing is given nothing', async () => {
  expect(await transfer()).toMatchObject({
    outcome: 'not-allowed',
    owner: 'dead',
    detail: expect.stringContaining('does not take over'),
  });
  expect(await redis.get(KEY)).toBe('dead');
});
