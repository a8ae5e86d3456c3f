/** Servers and connections that fall silent without closing: TCP itself notices them after minutes. */

import { Cluster, Redis } from 'ioredis';
import { expect, it } from 'vitest';
import { launchCluster } from '../../../scripts/redis/cluster.ts';
import { launchRedis } from '../../../scripts/redis/launch.ts';
import { LeaseError } from '../errors.ts';
import { holdLease } from '../hold/hold-lease.ts';
import { leaseKeyPrefix } from '../redis-keys.ts';
import { FaultProxy } from '../testing/fault-proxy.ts';
import { slotOf } from './key-slot.ts';
import { RedisLeaseProvider } from './provider.ts';

const SLOTS_OF_FIRST = 5461;

/** A lease name whose slot the first primary serves. */
function nameOnFirst(): string {
  for (let n = 0; ; n++) {
    const slot = slotOf(Buffer.from(`${leaseKeyPrefix('mastra:topic')}k${n}`));
    if (slot < SLOTS_OF_FIRST) return `k${n}`;
  }
}

it('a lease of 15 s survives a primary that freezes, once its replica has taken over', async () => {
  const { nodes, pids, replicaPort, stop } = await launchCluster();
  const cluster = new Cluster(nodes);
  cluster.on('error', () => {});
  const replica = new Redis({ port: replicaPort });
  const frozen = pids[0] ?? 0;
  try {
    let renewed = 0;
    const lease = await holdLease(new RedisLeaseProvider({ redis: cluster }), nameOnFirst(), {
      ttlMs: 15_000,
      metrics: {
        renewal: ({ outcome }) => {
          if (outcome === 'renewed') renewed += 1;
        },
      },
    });
    if (!lease.acquired) throw new Error('nobody else holds it');
    await expect.poll(() => replica.dbsize()).toBeGreaterThan(0);
    process.kill(frozen, 'SIGSTOP');
    const before = renewed;
    await expect.poll(() => renewed, { timeout: 25_000, interval: 100 }).toBeGreaterThan(before);
    expect(lease.isHeld()).toBe(true);
    expect(await replica.role()).toContain('master');
    expect(await replica.get(`${leaseKeyPrefix('mastra:topic')}${lease.key}`)).toBe(lease.owner);
    await lease.release();
  } finally {
    process.kill(frozen, 'SIGCONT');
    cluster.disconnect();
    replica.disconnect();
    await stop();
  }
});

it('a black-holed connection is dropped, and the next one is used as soon as there is one', async () => {
  const server = await launchRedis();
  const proxy = await FaultProxy.before(server.port);
  const redis = new Redis({ port: proxy.port });
  redis.on('error', () => {});
  let closed = 0;
  redis.on('close', () => {
    closed += 1;
  });
  try {
    const leases = new RedisLeaseProvider({ redis, callTimeoutMs: 1500 });
    await leases.acquireLease('k', 'a', 60_000);
    proxy.blackHole();
    await expect(leases.renewLease('k', 'a', 60_000)).rejects.toThrow(LeaseError);
    expect(closed).toBeGreaterThan(0);
    proxy.reset();
    proxy.clear();
    expect(await leases.renewLease('k', 'a', 60_000)).toBe(true);
  } finally {
    redis.disconnect();
    await proxy.close();
    await server.stop();
  }
});
