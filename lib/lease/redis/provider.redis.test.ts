import { Redis } from 'ioredis';
import { Redis as Redis5 } from 'ioredis-5';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchRedis, type RedisServer } from '../../../scripts/redis/launch.ts';
import { HISTORY_FIELDS } from '../../history/entry.ts';
import { leaseKeyPrefix, storeKeys } from '../redis-keys.ts';
import { leaseContractSuite } from '../testing/contract-suite.ts';
import { RedisLeaseProvider } from './provider.ts';

let server: RedisServer;
let redis: Redis;
let redis5: Redis5;

beforeAll(async () => {
  server = await launchRedis();
  redis = new Redis(server.url);
  redis5 = new Redis5(server.url);
});

afterAll(async () => {
  redis.disconnect();
  redis5.disconnect();
  await server.stop();
});

leaseContractSuite({
  name: 'Redis',
  create: async () => {
    await redis.flushall();
    return new RedisLeaseProvider({ redis });
  },
  describe,
  it,
});

leaseContractSuite({
  name: 'Redis, by a client of ioredis 5',
  create: async () => {
    await redis.flushall();
    return new RedisLeaseProvider({ redis: redis5 });
  },
  describe,
  it,
});

const PREFIX = 'mastra:topic';

async function entries(): Promise<Record<string, string>[]> {
  const stream = await redis.xrange(storeKeys(PREFIX).history, '-', '+');
  return stream.map(([, fields]) => {
    const entry: Record<string, string> = {};
    for (let n = 0; n < fields.length; n += 2) entry[fields[n] ?? ''] = fields[n + 1] ?? '';
    return entry;
  });
}

describe('what is kept in Redis', () => {
  it('stores the bare owner with a TTL, where Mastra looks for it', async () => {
    await redis.flushall();
    await new RedisLeaseProvider({ redis }).acquireLease('u1\0t1', 'run-1', 15_000);
    const key = `${leaseKeyPrefix(PREFIX)}u1\0t1`;
    expect(await redis.get(key)).toBe('run-1');
    expect(await redis.pttl(key)).toBeGreaterThan(14_000);
  });

  it('writes one history entry a change, with exactly the agreed fields', async () => {
    await redis.flushall();
    const leases = new RedisLeaseProvider({ redis, actor: 'worker-7' });
    const { fence } = await leases.acquireLease('k', 'a', 60_000);
    await leases.acquireLease('k', 'a', 60_000);
    await leases.renewLease('k', 'a', 60_000);
    await leases.acquireLease('k', 'b', 60_000);
    await leases.transferLease('k', 'a', 'b', 60_000);
    await leases.releaseLease('k', 'b');
    const seen = await entries();
    for (const entry of seen) expect(Object.keys(entry)).toEqual([...HISTORY_FIELDS]);
    const key = `${leaseKeyPrefix(PREFIX)}k`;
    const common = { key, at: '', source: 'recorded', actor: 'worker-7', reason: '' };
    expect(seen).toEqual([
      { ...common, event: 'acquired', from: '', to: 'a', held: '', renewals: '', fence },
      {
        ...common,
        event: 'transferred',
        from: 'a',
        to: 'b',
        held: expect.stringMatching(/^\d+$/),
        renewals: '1',
        fence: expect.stringMatching(/^\d{16}$/),
      },
      {
        ...common,
        event: 'released',
        from: 'b',
        to: '',
        held: expect.stringMatching(/^\d+$/),
        renewals: '0',
        fence: '',
      },
    ]);
    expect(await redis.hlen(storeKeys(PREFIX).held)).toBe(0);
  });

  it('keeps the holder on record: fence, since, deadline, renewals, owner', async () => {
    await redis.flushall();
    const leases = new RedisLeaseProvider({ redis });
    const { fence } = await leases.acquireLease('k', 'run 1', 60_000);
    await leases.renewLease('k', 'run 1', 60_000);
    const record = await redis.hget(storeKeys(PREFIX).held, `${leaseKeyPrefix(PREFIX)}k`);
    const [kept, since, deadline, renewals, ...owner] = (record ?? '').split(' ');
    expect([kept, renewals, owner.join(' ')]).toEqual([fence, '1', 'run 1']);
    expect(Number(deadline) - Number(since)).toBeGreaterThanOrEqual(60_000);
  });

  it('records an expiry that nobody saw when the lease is next granted', async () => {
    await redis.flushall();
    const leases = new RedisLeaseProvider({ redis });
    await leases.acquireLease('k', 'a', 600);
    const stored = () => redis.get(`${leaseKeyPrefix(PREFIX)}k`);
    await expect.poll(stored, { timeout: 10_000 }).toBeNull();
    await leases.acquireLease('k', 'b', 60_000);
    const seen = await entries();
    expect(seen.map(({ event, from, to }) => [event, from, to])).toEqual([
      ['acquired', '', 'a'],
      ['expired', 'a', ''],
      ['acquired', '', 'b'],
    ]);
    expect(seen[1]).toMatchObject({
      held: '600',
      source: 'recorded',
      at: expect.stringMatching(/^\d{13}$/),
    });
  });

  it('gives a higher fence even after everything was flushed', async () => {
    await redis.flushall();
    const leases = new RedisLeaseProvider({ redis });
    const first = await leases.acquireLease('k', 'a', 60_000);
    await redis.flushall();
    const second = await leases.acquireLease('k', 'a', 60_000);
    expect(BigInt(second.fence ?? 0)).toBeGreaterThan(BigInt(first.fence ?? 0));
  });
});
