/** The acts in a Redis Cluster, where a lease, its thread's stream and the audit lie on different servers. */

import { randomUUID } from 'node:crypto';
import { Cluster } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { launchCluster, type RedisCluster } from '../../scripts/redis/cluster.ts';
import { leaseIdOf } from '../keys/lease-id.ts';
import { threadStreamKey } from '../keys/thread-stream.ts';
import { holdLease, leaseKeyPrefix, RedisLeaseProvider } from '../lease/index.ts';
import { slotOf } from '../lease/redis/key-slot.ts';
import { createLog } from '../platform/log.ts';
import { FOR_ACTS, openRedis, type RedisClient } from '../platform/redis-connection.ts';
import { ThreadWriter } from '../runs/testing/thread-writer.ts';
import type { ActionInput, ActionResult } from './action.ts';
import { Admin } from './admin.ts';
import type { LeaseAction } from './audit-entry.ts';
import { auditQuerySchema } from './audit-query.ts';
import { AuditReader } from './audit-reader.ts';

const PREFIX = 'mastra:topic';
const THREADS = Array.from({ length: 12 }, (_, at) => `user_${at}\0thread`);
const log = createLog('silent');

let servers: RedisCluster;
let cluster: Cluster;
let connection: RedisClient;
let admin: Admin;

beforeAll(async () => {
  servers = await launchCluster();
  cluster = new Cluster(servers.nodes);
  const [first] = servers.nodes;
  const url = `redis://127.0.0.1:${first?.port}?cluster=yes`;
  connection = openRedis(url, 'leaseboard-test', FOR_ACTS, log);
  await vi.waitFor(() => expect(connection.status).toBe('ready'), 10_000);
  const options = { redis: connection, store: connection, history: false, log };
  admin = new Admin({ ...options, prefixes: [PREFIX] });
});

afterEach(async () => {
  await Promise.all(cluster.nodes('master').map((node) => node.flushall()));
});

afterAll(async () => {
  admin.close();
  for (const opened of [cluster, connection]) opened.disconnect();
  await servers.stop();
});

const keyOf = (key: string) => `${leaseKeyPrefix(PREFIX)}${key}`;

function act(kind: LeaseAction, key: string, input: Partial<ActionInput>): Promise<ActionResult> {
  const leaseId = leaseIdOf(Buffer.from(keyOf(key)));
  const target = admin.target(leaseId);
  if (!target) throw new Error('no target');
  const usual = { leaseId, expectOwner: 'run-1', reason: 'test', requestId: randomUUID() };
  const who = { actor: 'Ada', role: 'operator', method: 'cookie', address: '192.0.2.1' } as const;
  return admin.act(kind, target, { ...usual, ...input }, who);
}

async function written() {
  const reader = new AuditReader({ store: connection, prefixes: [PREFIX] });
  return (await reader.page(auditQuerySchema.parse({}))).entries;
}

test('release and hold, wherever a lease lies: each done, each written down', async () => {
  const slots = new Set(THREADS.map((key) => slotOf(Buffer.from(keyOf(key)))));
  expect(slots.size).toBe(THREADS.length);
  await Promise.all(THREADS.map((key) => cluster.set(keyOf(key), 'run-1', 'PX', 60_000)));
  for (const [at, key] of THREADS.entries()) {
    const made = await act(at % 2 === 0 ? 'release' : 'hold', key, { ttlMs: 30_000 });
    expect(made).toMatchObject({ outcome: 'done', auditId: expect.any(String) });
    expect(await cluster.get(keyOf(key))).toEqual(
      at % 2 === 0 ? null : expect.stringMatching(/^leaseboard-hold:/),
    );
  }
  expect((await written()).map(({ key }) => key).sort()).toEqual(THREADS.toSorted());
});

test('an owner that changed keeps its lease, and a request has one effect', async () => {
  const [key = ''] = THREADS;
  await cluster.set(keyOf(key), 'run-2', 'PX', 60_000);
  expect(await act('release', key, {})).toMatchObject({ outcome: 'owner-changed', owner: 'run-2' });
  expect(await cluster.get(keyOf(key))).toBe('run-2');
  const requestId = randomUUID();
  const once = { requestId, expectOwner: 'run-2' };
  expect(await act('release', key, once)).toMatchObject({ outcome: 'done' });
  await cluster.set(keyOf(key), 'run-2', 'PX', 60_000);
  expect(await act('release', key, once)).toMatchObject({ outcome: 'done' });
  expect(await cluster.get(keyOf(key))).toBe('run-2');
  expect(await written()).toHaveLength(2);
});

test('a transfer is announced to who adopts, and adopted', async () => {
  const provider = new RedisLeaseProvider({ redis: cluster, keyPrefix: PREFIX, actor: 'worker' });
  const releases: (() => Promise<unknown>)[] = [];
  const own = await holdLease(provider, 'own work', {
    owner: 'worker-1',
    ttlMs: 30_000,
    onOffer: (offer) => {
      void offer.accept().then((lease) => lease && releases.push(() => lease.release()));
    },
  });
  if (!own.acquired) throw new Error('not acquired');
  await cluster.set(keyOf('job'), 'run-1', 'PX', 60_000);
  expect(await act('transfer', 'job', { to: 'worker-1', ttlMs: 20_000 })).toMatchObject({
    outcome: 'done',
    owner: 'worker-1',
  });
  expect(await cluster.get(keyOf('job'))).toBe('worker-1');
  for (const release of [...releases, () => own.release()]) await release();
});

test('a stop reaches the stream of the thread, on another server than its lease', async () => {
  const stream = (key: string) => threadStreamKey(PREFIX, key);
  // One whose lease and stream lie on different primaries.
  const primaryOf = (key: string) => Math.floor(slotOf(Buffer.from(key)) / 5462);
  const key = THREADS.find((one) => primaryOf(keyOf(one)) !== primaryOf(stream(one))) ?? '';
  await cluster.set(keyOf(key), 'run-1', 'PX', 60_000);
  const writer = new ThreadWriter(cluster, PREFIX);
  await writer.register(key, 'run-1');
  const answered = act('stop', key, {});
  await vi.waitFor(async () => {
    const items = await cluster.xrange(stream(key), '-', '+');
    expect(JSON.parse(items.at(-1)?.[1][1] ?? '')).toMatchObject({
      type: 'run-abort-requested',
      data: { runId: 'run-1', streamId: 'stream-of-run-1' },
    });
  });
  await writer.over(key, 'run-1', 'run-aborted');
  await cluster.del(keyOf(key));
  expect(await answered).toMatchObject({ outcome: 'done', owner: null });
  await cluster.set(keyOf(key), 'run-2', 'PX', 60_000);
  expect(await act('stop', key, {})).toMatchObject({ outcome: 'owner-changed', owner: 'run-2' });
  expect((await written()).map(({ outcome }) => outcome)).toEqual(['owner-changed', 'done']);
});
