import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { launchRedis, type RedisServer } from '../../scripts/redis/launch.ts';
import { leaseIdOf } from '../keys/lease-id.ts';
import { leaseKeyPrefix, storeKeys } from '../lease/index.ts';
import { createLog } from '../platform/log.ts';
import { FOR_ACTS, openRedis, type RedisClient } from '../platform/redis-connection.ts';
import type { BulkInput } from './action.ts';
import type { Actor } from './actor.ts';
import { Admin } from './admin.ts';
import { auditQuerySchema } from './audit-query.ts';
import { AuditReader } from './audit-reader.ts';
import { BulkActions } from './bulk.ts';

const PREFIX = 'mastra:topic';
const ADA: Actor = { actor: 'Ada', role: 'operator', method: 'cookie', address: '192.0.2.1' };
const log = createLog('silent');

let server: RedisServer;
let redis: Redis;
let connection: RedisClient;
let admin: Admin;
let bulk: BulkActions;

beforeAll(async () => {
  server = await launchRedis();
  redis = new Redis(server.url);
  connection = openRedis(server.url, 'leaseboard-test', FOR_ACTS, log);
  await vi.waitFor(() => expect(connection.status).toBe('ready'));
  const options = { redis: connection, store: connection, history: true, log };
  admin = new Admin({ ...options, prefixes: [PREFIX] });
  bulk = new BulkActions({ admin, limit: 1000 });
});

beforeEach(() => redis.flushall());

afterAll(async () => {
  admin.close();
  for (const opened of [redis, connection]) opened.disconnect();
  await server.stop();
});

function idOf(number: number): string {
  return leaseIdOf(Buffer.from(`${leaseKeyPrefix(PREFIX)}user\0t${number}`));
}

async function heldBy(owner: string, count: number): Promise<BulkInput['leases']> {
  const pipeline = redis.pipeline();
  for (let at = 0; at < count; at++) {
    pipeline.set(`${leaseKeyPrefix(PREFIX)}user\0t${at}`, owner, 'PX', 60_000);
  }
  await pipeline.exec();
  return Array.from({ length: count }, (_, at) => ({ leaseId: idOf(at), expectOwner: owner }));
}

test('frees all leases of a dead process, but for those taken over meanwhile', async () => {
  const leases = await heldBy('dead', 200);
  await redis.set(`${leaseKeyPrefix(PREFIX)}user\0t7`, 'alive', 'PX', 60_000);
  await redis.del(`${leaseKeyPrefix(PREFIX)}user\0t9`);
  const input: BulkInput = { act: 'release', leases, reason: 'crashed', requestId: 'bulk-0001' };
  const [result, again] = await Promise.all([bulk.act(input, ADA), bulk.act(input, ADA)]);
  expect(again).toEqual(result);
  expect(result.results.map(({ leaseId }) => leaseId)).toEqual(
    leases.map((lease) => lease.leaseId),
  );
  expect(result.results[7]).toMatchObject({ outcome: 'owner-changed', owner: 'alive' });
  expect(bulk.progress('bulk-0001')).toEqual({
    total: 200,
    done: 200,
    outcomes: { done: 198, 'owner-changed': 1, 'already-free': 1 },
  });
  expect(await redis.keys(`${leaseKeyPrefix(PREFIX)}*`)).toHaveLength(1);

  const reader = new AuditReader({ store: connection, prefixes: [PREFIX] });
  const query = auditQuerySchema.parse({ request: 'bulk-0001', limit: 1000 });
  const record = await reader.page(query);
  expect(record.entries).toHaveLength(200);
  expect(new Set(record.entries.map(({ leaseId }) => leaseId)).size).toBe(200);
});

test('a list over the limit, an empty one and one that names a lease twice do nothing at all', async () => {
  const leases = await heldBy('dead', 2);
  const [first] = leases;
  if (!first) throw new Error('no lease');
  const small = new BulkActions({ admin, limit: 1 });
  for (const [by, list] of [
    [small, leases],
    [bulk, []],
    [bulk, [first, first]],
  ] as const) {
    const input = { act: 'release', reason: 'x', requestId: 'bulk-0002' } as const;
    const result = await by.act({ ...input, leases: [...list] }, ADA);
    expect(result).toMatchObject({ refused: expect.stringMatching(/\S/), results: [] });
  }
  expect(await redis.keys(`${leaseKeyPrefix(PREFIX)}*`)).toHaveLength(2);
});

test('a viewer cannot push real actions out of the audit log, by lists or one by one', async () => {
  const viewer = { ...ADA, role: 'viewer' as const };
  const [lease] = await heldBy('run-1', 1);
  if (!lease) throw new Error('no lease');
  await bulk.act({ act: 'release', leases: [lease], reason: 'real', requestId: 'real-0001' }, ADA);
  const leases = Array.from({ length: 1000 }, (_, at) => ({ leaseId: idOf(at), expectOwner: 'x' }));
  for (let n = 0; n < 105; n++) {
    const asked = { act: 'release' as const, leases, reason: 'no', requestId: `viewer-${n}-0001` };
    expect(await bulk.refuseRole(asked, viewer)).toContain('Viewers');
    const input = { ...lease, reason: 'no', requestId: `single-${n}-0001` };
    const target = admin.target(lease.leaseId);
    if (target)
      expect((await admin.act('release', target, input, viewer)).outcome).toBe('not-allowed');
  }
  expect(await bulk.refuseRole('no list', viewer)).toContain('Viewers');
  expect(await bulk.refuseRole('no list', ADA)).toBeNull();
  const entries = await redis.xlen(storeKeys(PREFIX).audit);
  expect(entries).toBe(1 + 30);
});
