import { randomInt } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { launchRedis, type RedisServer } from '../../scripts/redis/launch.ts';
import { leaseIdOf } from '../keys/lease-id.ts';
import { leaseKeyPrefix, RedisLeaseProvider, storeKeys } from '../lease/index.ts';
import { createLog } from '../platform/log.ts';
import { FOR_ACTS, openRedis, type RedisClient } from '../platform/redis-connection.ts';
import { Admin } from './admin.ts';
import { decodeAudit } from './audit-codec.ts';

const PREFIX = 'mastra:topic';
const ACTIONS = 10_000;
const LEASES = 50;
const TTL_MS = 5000;
const log = createLog('silent');

let server: RedisServer;
let redis: Redis;
let connection: RedisClient;

beforeAll(async () => {
  server = await launchRedis();
  redis = new Redis(server.url);
  connection = openRedis(server.url, 'leaseboard-test', FOR_ACTS, log);
  await vi.waitFor(() => expect(connection.status).toBe('ready'));
});

afterAll(async () => {
  for (const opened of [redis, connection]) opened.disconnect();
  await server.stop();
});

test(`${ACTIONS} acts race with owners that renew, hand over and release: each hits the owner it names or nobody`, async () => {
  const admin = new Admin({
    redis: connection,
    store: connection,
    history: true,
    prefixes: [PREFIX],
    log,
  });
  const provider = new RedisLeaseProvider({ redis, keyPrefix: PREFIX, callTimeoutMs: 10_000 });
  const acting = { on: true };
  const owners = Array.from({ length: LEASES }, (_, at) => owner(provider, `t${at}`, acting));

  await inParallel(64, ACTIONS, (number) => oneAct(admin, number));
  acting.on = false;
  await Promise.all(owners);

  const entries = (await redis.xrangeBuffer(storeKeys(PREFIX).audit, '-', '+')).map(
    ([id, fields]) => decodeAudit(PREFIX, id.toString(), fields),
  );
  expect(entries).toHaveLength(ACTIONS);
  const done = new Map(
    entries.flatMap((entry) =>
      entry?.outcome === 'done' ? [[entry.requestId, entry] as const] : [],
    ),
  );
  const outcomes = new Set(entries.map((entry) => entry?.outcome));
  expect(outcomes).toEqual(new Set(['done', 'owner-changed', 'already-free']));

  // Redis' own record of each change is what the audit is held against.
  const changes = (await redis.xrange(storeKeys(PREFIX).history, '-', '+')).map(([, fields]) =>
    Object.fromEntries(pairs(fields)),
  );
  const ours = changes.filter(({ actor }) => actor === 'Ada');
  expect(ours).toHaveLength(done.size);
  for (const { key, event, from, to, reason } of ours) {
    const entry = done.get(reason ?? '');
    expect(entry).toMatchObject({
      leaseId: leaseIdOf(Buffer.from(key ?? '')),
      act: event === 'released' ? 'release' : 'hold',
      expectedOwner: from,
      to: to || null,
    });
    done.delete(reason ?? '');
  }
  expect(done.size).toBe(0);
  admin.close();
});

/** Takes, renews, hands over and releases one lease, again and again, as its many owners. */
async function owner(
  provider: RedisLeaseProvider,
  key: string,
  acting: { on: boolean },
): Promise<void> {
  for (let turn = 0; acting.on; turn++) {
    const [name, next] = [`run-${turn}`, `run-${turn}-next`];
    await provider.acquireLease(key, name, TTL_MS);
    await provider.renewLease(key, name, TTL_MS);
    await provider.transferLease(key, name, next, TTL_MS);
    if (turn % 3 > 0) await provider.releaseLease(key, next);
  }
}

/** Acts on the owner that is there now, which may be another one by the time the act arrives. */
async function oneAct(admin: Admin, number: number): Promise<void> {
  const redisKey = `${leaseKeyPrefix(PREFIX)}t${randomInt(LEASES)}`;
  const expectOwner = (await redis.get(redisKey)) ?? 'run-0';
  const leaseId = leaseIdOf(Buffer.from(redisKey));
  const target = admin.target(leaseId);
  if (!target) throw new Error('no target');
  const requestId = `request-${number}`;
  await admin.act(
    number % 4 === 0 ? 'hold' : 'release',
    target,
    { leaseId, expectOwner, reason: requestId, requestId, ttlMs: 1000 },
    { actor: 'Ada', role: 'operator', method: 'bearer', address: '192.0.2.1' },
  );
}

async function inParallel(
  width: number,
  count: number,
  run: (number: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await run(next++);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

function pairs(fields: readonly string[]): [string, string][] {
  return fields.flatMap((name, at) => (at % 2 === 0 ? [[name, fields[at + 1] ?? '']] : []));
}
