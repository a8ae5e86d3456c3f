import { Redis, type RedisOptions } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchRedis, type RedisServer } from '../../../scripts/redis/launch.ts';
import { LeaseOutcomeUnknownError, LeaseUnavailableError } from '../errors.ts';
import { RedisLeaseProvider } from '../redis/provider.ts';
import { leaseKeyPrefix } from '../redis-keys.ts';
import { CLIENT_OPTIONS } from './client-options.ts';
import { FaultProxy } from './fault-proxy.ts';

const RUNS = 100;
const AT_ONCE = 25;
const CALL_TIMEOUT_MS = 120;

let server: RedisServer;
let direct: Redis;

beforeAll(async () => {
  server = await launchRedis();
  direct = new Redis(server.url);
});

afterAll(async () => {
  direct.disconnect();
  await server.stop();
});

/** One client behind a proxy of its own, warm, so that what follows is about the fault alone. */
async function behindProxy(options: RedisOptions, name: string) {
  const proxy = await FaultProxy.before(server.port);
  const redis = new Redis({ port: proxy.port, lazyConnect: true, ...options });
  redis.on('error', () => {});
  await redis.connect();
  const keyPrefix = `late:${name}`;
  const leases = new RedisLeaseProvider({ redis, keyPrefix });
  const hurried = new RedisLeaseProvider({ redis, keyPrefix, callTimeoutMs: CALL_TIMEOUT_MS });
  await leases.acquireLease('warm', 'a', 60_000);
  return { proxy, redis, leases, hurried, keyOf: (key: string) => leaseKeyPrefix(keyPrefix) + key };
}

async function oneRun(options: RedisOptions, away: 'stall' | 'refuse', name: string) {
  const { proxy, redis, leases, hurried, keyOf } = await behindProxy(options, name);
  for (const key of ['renew', 'transfer', 'release']) await leases.acquireLease(key, 'a', 60_000);

  proxy[away]();
  const outcomes = await Promise.allSettled([
    hurried.acquireLease('acquire', 'a', 600_000),
    hurried.renewLease('renew', 'a', 600_000),
    hurried.transferLease('transfer', 'a', 'b', 600_000),
    hurried.releaseLease('release', 'a'),
  ]);
  proxy.clear();
  // Whatever is still queued or in flight on this client goes before this reply.
  await expect.poll(() => redis.ping().catch(() => ''), { timeout: 10_000 }).toBe('PONG');

  for (const outcome of outcomes) {
    expect(outcome.status).toBe('rejected');
    const { reason } = outcome as PromiseRejectedResult;
    const told =
      reason instanceof LeaseOutcomeUnknownError || reason instanceof LeaseUnavailableError;
    expect(told, String(reason)).toBe(true);
  }
  expect(await direct.get(keyOf('acquire'))).toBeNull();
  expect(await direct.pttl(keyOf('renew'))).toBeLessThanOrEqual(60_000);
  expect(await direct.get(keyOf('transfer'))).toBe('a');
  expect(await direct.get(keyOf('release'))).toBe('a');
  redis.disconnect();
  await proxy.close();
}

describe.each(Object.entries(CLIENT_OPTIONS))('a client with %s options', (kind, options) => {
  it.each(['stall', 'refuse'] as const)(
    `changes nothing after its calls were given up, when the server was away (%s)`,
    async (away) => {
      for (let done = 0; done < RUNS; done += AT_ONCE) {
        const batch = Array.from({ length: AT_ONCE }, (_, n) => `${kind}:${away}:${done + n}`);
        await Promise.all(batch.map((name) => oneRun(options, away, name)));
      }
    },
  );

  it('is told the truth when the reply was lost and the command sent again', async () => {
    const names = Array.from({ length: 20 }, (_, n) => `${kind}:lost:${n}`);
    await Promise.all(names.map((name) => repliesLost(options, name)));
  });
});

async function repliesLost(options: RedisOptions, name: string) {
  const { proxy, redis, leases, keyOf } = await behindProxy(options, name);
  const lost = async <T>(call: () => Promise<T>): Promise<T> => {
    await expect.poll(() => redis.status).toBe('ready');
    proxy.loseNextReply();
    return call();
  };
  const won = await lost(() => leases.acquireLease('k', 'a', 60_000));
  expect(won).toMatchObject({ acquired: true, owner: 'a' });
  expect(won.fence).toBe((await leases.acquireLease('k', 'a', 60_000)).fence);
  expect(await lost(() => leases.renewLease('k', 'a', 60_000))).toBe(true);
  expect(await lost(() => leases.transferLease('k', 'a', 'b', 60_000))).toBe(true);
  expect(await direct.get(keyOf('k'))).toBe('b');
  await lost(() => leases.releaseLease('k', 'b'));
  expect(await direct.get(keyOf('k'))).toBeNull();
  redis.disconnect();
  await proxy.close();
}

it('works over a slow network', async () => {
  const { proxy, redis, leases } = await behindProxy({}, 'slow');
  proxy.delay(20);
  expect(await leases.acquireLease('k', 'a', 60_000)).toMatchObject({ acquired: true });
  expect(await leases.transferLease('k', 'a', 'b', 60_000)).toBe(true);
  await leases.releaseLease('k', 'b');
  expect(await leases.getLeaseOwner('k')).toBeUndefined();
  redis.disconnect();
  await proxy.close();
});
