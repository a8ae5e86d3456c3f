import { Redis } from 'ioredis';
import { expect, it, vi } from 'vitest';
import { launchSentinel } from '../../../scripts/redis/sentinel.ts';
import { LeaseOutcomeUnknownError, LeaseUnavailableError } from '../errors.ts';
import { holdLease } from '../hold/hold-lease.ts';
import { RedisLeaseProvider } from './provider.ts';

const TTL_MS = 20_000;

it('goes on with the primary that a Sentinel names after a failover', async () => {
  const { name, port, primary, replica, stop } = await launchSentinel();
  const redis = new Redis({ sentinels: [{ host: '127.0.0.1', port }], name });
  redis.on('error', () => {});
  try {
    const leases = new RedisLeaseProvider({ redis });
    const before = await leases.acquireLease('kept', 'a', TTL_MS);
    const held = await holdLease(leases, 'held', { ttlMs: TTL_MS });
    if (!held.acquired) throw new Error('nobody else holds it');
    expect(await redis.wait(1, 30_000)).toBe(1);
    await primary.stop();

    // While there is no primary: no answer, and never "held by another".
    await expect(leases.acquireLease('kept', 'b', 600)).rejects.toSatisfy(
      (error) =>
        error instanceof LeaseUnavailableError || error instanceof LeaseOutcomeUnknownError,
    );

    const renewed = await vi.waitFor(() => leases.renewLease('kept', 'a', TTL_MS), 30_000);
    expect(renewed).toBe(true);
    expect(await leases.acquireLease('kept', 'b', TTL_MS)).toEqual({ acquired: false, owner: 'a' });
    expect(held.isHeld()).toBe(true);
    await held.release();
    expect(await leases.getLeaseOwner('held')).toBeUndefined();

    expect(await leases.transferLease('kept', 'a', 'b', TTL_MS)).toBe(true);
    const fence = (await leases.getLease('kept'))?.fence;
    expect(BigInt(fence ?? 0)).toBeGreaterThan(BigInt(before.fence ?? 0));
    await leases.releaseLease('kept', 'b');
    const promoted = new Redis(replica.url);
    expect(await promoted.keys('mastra:topic:lease:*')).toEqual([]);
    promoted.disconnect();
  } finally {
    redis.disconnect();
    await stop();
  }
});
