import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { launchRedis, type RedisServer } from '../../../scripts/redis/launch.ts';
import { LeaseConfigurationError, LeaseOutcomeUnknownError } from '../errors.ts';
import { leaseKeyPrefix, storeKeys } from '../redis-keys.ts';
import { RedisLeaseProvider } from './provider.ts';

const PREFIX = 'together';
const TTL_MS = 60_000;

let server: RedisServer;
let redis: Redis;
let leases: RedisLeaseProvider;

beforeAll(async () => {
  server = await launchRedis();
  redis = new Redis(server.url);
  leases = new RedisLeaseProvider({ redis, keyPrefix: PREFIX });
});

beforeEach(async () => {
  await redis.flushall();
  await leases.getLeaseOwner('warm');
});

afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

/** Script calls that the server counted while `work` ran. */
async function calls(work: () => Promise<unknown>): Promise<number> {
  await redis.config('RESETSTAT');
  await work();
  const stats = await redis.info('commandstats');
  const count = (name: string) =>
    Number(new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(stats)?.[1] ?? 0);
  return count('evalsha') + count('eval');
}

const numbers = Array.from({ length: 64 }, (_, n) => n);

it('sends what is asked in one turn of the event loop together, thirty-two at a time', async () => {
  // The first time the server has to be told the script.
  await Promise.all(numbers.map((n) => leases.acquireLease(`before${n}`, 'a', TTL_MS)));
  const acquired = await calls(async () => {
    const grants = await Promise.all(numbers.map((n) => leases.acquireLease(`k${n}`, 'a', TTL_MS)));
    expect(grants.every((grant) => grant.acquired)).toBe(true);
    const fences = grants.map(({ fence }) => BigInt(fence ?? 0));
    expect(fences.every((fence, n) => n === 0 || fence > (fences[n - 1] ?? 0n))).toBe(true);
  });
  expect(acquired).toBe(2);
  await leases.renewLease('k0', 'a', TTL_MS);
  expect(await calls(() => leases.renewLease('k0', 'a', TTL_MS))).toBe(1);
});

it('keeps operations on one lease in the order in which they were asked', async () => {
  const answers = await Promise.all([
    leases.acquireLease('k', 'a', TTL_MS),
    leases.acquireLease('k', 'b', TTL_MS),
    leases.renewLease('k', 'a', TTL_MS),
    leases.transferLease('k', 'a', 'b', TTL_MS),
    leases.renewLease('k', 'a', TTL_MS),
    leases.releaseLease('k', 'b'),
    leases.acquireLease('k', 'c', TTL_MS),
  ]);
  const [first, refused, renewed, handedOn, lost, , second] = answers;
  expect(first).toMatchObject({ acquired: true, owner: 'a' });
  expect(refused).toEqual({ acquired: false, owner: 'a' });
  expect([renewed, handedOn, lost]).toEqual([true, true, false]);
  expect(second).toMatchObject({ acquired: true, owner: 'c' });
  const entries = await redis.xrange(storeKeys(PREFIX).history, '-', '+');
  const told = entries.map(([, fields]) => [fields[3], fields[5], fields[7], fields[19]]);
  expect(told).toEqual([
    ['acquired', '', 'a', ''],
    ['transferred', 'a', 'b', '1'],
    ['released', 'b', '', '0'],
    ['acquired', '', 'c', ''],
  ]);
  expect(await redis.hlen(storeKeys(PREFIX).held)).toBe(1);
});

it('does the others when one of them fails', async () => {
  await redis.hset(`${leaseKeyPrefix(PREFIX)}bad`, 'no', 'lease');
  const outcomes = await Promise.allSettled([
    leases.acquireLease('one', 'a', TTL_MS),
    leases.acquireLease('bad', 'a', TTL_MS),
    leases.transferLease('bad', 'a', 'b', TTL_MS),
    leases.acquireLease('two', 'a', TTL_MS),
  ]);
  const became = outcomes.map(({ status }) => status);
  expect(became).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({ reason: expect.any(LeaseConfigurationError) });
  expect(await leases.getLeaseOwner('two')).toBe('a');
  expect(await redis.type(`${leaseKeyPrefix(PREFIX)}bad`)).toBe('hash');
});

it('tells all of them what kept the script from running', async () => {
  await redis.set(storeKeys(PREFIX).held, 'no hash');
  const outcomes = await Promise.allSettled(
    numbers.map((n) => leases.acquireLease(`k${n}`, 'a', TTL_MS)),
  );
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ reason: expect.any(LeaseConfigurationError) });
  }
  expect(await redis.keys(`${leaseKeyPrefix(PREFIX)}*`)).toEqual([]);
});

it('waits for each of them as long as that one may take, and no longer', async () => {
  process.kill(server.pid, 'SIGSTOP');
  let settled = false;
  const both = [
    leases.acquireLease('brief', 'a', 300),
    leases.acquireLease('patient', 'a', TTL_MS).finally(() => {
      settled = true;
    }),
  ];
  try {
    await expect(both[0]).rejects.toBeInstanceOf(LeaseOutcomeUnknownError);
    expect(settled).toBe(false);
  } finally {
    process.kill(server.pid, 'SIGCONT');
  }
  expect(await both[1]).toMatchObject({ acquired: true });
  expect(await leases.getLeaseOwner('brief')).toBeUndefined();
});
