import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchRedis, type RedisServer } from '../../../scripts/redis/launch.ts';
import { LeaseLostError } from '../errors.ts';
import { holdLease } from '../hold/hold-lease.ts';
import { RedisLeaseProvider } from '../redis/provider.ts';
import { leaseKeyPrefix } from '../redis-keys.ts';
import { FaultProxy } from './fault-proxy.ts';

const RUNS = 100;
const AT_ONCE = 25;
const TTL_MS = 1000;

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

/** How much of the lease's TTL the server still saw when the holder was told of its loss, in ms. */
async function leftAtAbort(name: string): Promise<number> {
  const proxy = await FaultProxy.before(server.port);
  const redis = new Redis({ port: proxy.port });
  redis.on('error', () => {});
  const leases = new RedisLeaseProvider({ redis, keyPrefix: 'hole' });
  // Fair weather first, however long connecting takes on a busy machine.
  await leases.getLeaseOwner(name);
  const lease = await holdLease(leases, name, { ttlMs: TTL_MS, waitMs: 10_000 });
  if (!lease.acquired) throw new Error('refused');
  const left = new Promise<number>((resolve) => {
    lease.signal.addEventListener('abort', () => {
      expect(lease.isHeld()).toBe(false);
      expect(lease.signal.reason).toBeInstanceOf(LeaseLostError);
      resolve(direct.pttl(leaseKeyPrefix('hole') + name));
    });
  });
  setTimeout(() => proxy.blackHole(), Math.random() * 2 * TTL_MS);
  const ms = await left;
  redis.disconnect();
  await proxy.close();
  await lease[Symbol.asyncDispose]();
  return ms;
}

it('tells of the loss before the lease can run out, in every one of 100 black holes', async () => {
  const left: number[] = [];
  for (let done = 0; done < RUNS; done += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, (_, n) => leftAtAbort(`k${done + n}`));
    left.push(...(await Promise.all(batch)));
  }
  expect(left.filter((ms) => ms <= 0)).toEqual([]);
});

it('is not held any more right after the event loop was blocked past the TTL', async () => {
  const leases = new RedisLeaseProvider({ redis: direct, keyPrefix: 'block' });
  const lease = await holdLease(leases, 'k', { ttlMs: 200 });
  if (!lease.acquired) throw new Error('refused');
  expect(lease.isHeld()).toBe(true);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  expect(lease.isHeld()).toBe(false);
  expect(() => lease.assertHeld()).toThrow(LeaseLostError);
  expect(lease.signal.aborted).toBe(true);
  await lease.release();
});
