import { Cluster, Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchCluster, type RedisCluster } from '../../../scripts/redis/cluster.ts';
import { LeaseConfigurationError } from '../errors.ts';
import { holdLease } from '../hold/hold-lease.ts';
import { leaseKeyPrefix } from '../redis-keys.ts';
import { leaseContractSuite } from '../testing/contract-suite.ts';
import { releaseIfOwner, transferIfOwner } from './guarded-acts.ts';
import { slotOf } from './key-slot.ts';
import { RedisLeaseProvider } from './provider.ts';

let servers: RedisCluster;
let cluster: Cluster;

beforeAll(async () => {
  servers = await launchCluster();
  cluster = new Cluster(servers.nodes, { lazyConnect: true });
  await cluster.connect();
});

afterAll(async () => {
  cluster.disconnect();
  await servers.stop();
});

async function emptied(): Promise<RedisLeaseProvider> {
  await Promise.all(cluster.nodes('master').map((node) => node.flushall()));
  return new RedisLeaseProvider({ redis: cluster });
}

leaseContractSuite({ name: 'Redis Cluster', create: emptied, describe, it });

const KEYS = ['plain', 'a}b{c', '{tagged}:key', '{}empty', '{', 'x{y}z', 'u\0{t}', '{a}{b}'];

describe('in a cluster', () => {
  it('computes the slot of every key as the servers do', async () => {
    for (const key of KEYS) {
      const redisKey = leaseKeyPrefix('mastra:topic') + key;
      expect(slotOf(Buffer.from(redisKey)), redisKey).toBe(
        await cluster.cluster('KEYSLOT', redisKey),
      );
    }
  });

  it("keeps what it keeps of a lease in that lease's slot", async () => {
    const leases = await emptied();
    for (const key of KEYS) await leases.acquireLease(key, 'a', 60_000);
    const all = (await Promise.all(cluster.nodes('master').map((node) => node.keys('*')))).flat();
    const slots = new Set(KEYS.map((key) => slotOf(Buffer.from(`mastra:topic:lease:${key}`))));
    const kept = all.filter((key) => key.startsWith('leaseboard:'));
    expect(kept.length).toBe(slots.size * 2);
    expect(new Set(kept.map((key) => slotOf(Buffer.from(key))))).toEqual(slots);
  });

  it('lists the leases of every primary once', async () => {
    const leases = await emptied();
    const keys = Array.from({ length: 300 }, (_, n) => `key ${n}`);
    await Promise.all(keys.map((key) => leases.acquireLease(key, 'a', 60_000)));
    const found: string[] = [];
    for await (const lease of leases.listLeases()) {
      expect(lease.fence).toMatch(/^\d{16}$/);
      found.push(lease.key);
    }
    expect(found.sort()).toEqual(keys.sort());
  });

  it('lets an operator act, with the fence seen as a guard', async () => {
    const leases = await emptied();
    const { fence } = await leases.acquireLease('{t}:k', 'a', 60_000);
    const act = {
      ...{ redisKey: Buffer.from('mastra:topic:lease:{t}:k'), owner: Buffer.from('a') },
      ...{ prefix: 'mastra:topic', actor: 'ada', reason: 'test', history: false },
    };
    const handed = await transferIfOwner(cluster, {
      ...act,
      fence,
      to: Buffer.from('b'),
      ttlMs: 5000,
    });
    expect(handed.outcome).toBe('done');
    expect((await releaseIfOwner(cluster, act)).outcome).toBe('owner-changed');
    expect((await releaseIfOwner(cluster, { ...act, owner: Buffer.from('b') })).outcome).toBe(
      'done',
    );
  });

  it('hands a lease to a holder that adopts', async () => {
    const leases = await emptied();
    const accepted = new Promise<string>((resolve) => {
      void holdLease(leases, 'own', {
        ...{ owner: 'adopter', ttlMs: 10_000 },
        onOffer: async (offer) => {
          const lease = await offer.accept();
          resolve(lease?.key ?? 'gone');
          await lease?.release();
        },
      }).then(async (own) => {
        await leases.acquireLease('orphan', 'dead', 60_000);
        await leases.offerLease('orphan', 'dead', 'adopter', 10_000);
        await accepted;
        await own[Symbol.asyncDispose]();
      });
    });
    expect(await accepted).toBe('orphan');
  });

  it('says so when asked for what a cluster cannot give', () => {
    expect(() => new RedisLeaseProvider({ redis: cluster, history: true })).toThrow(
      LeaseConfigurationError,
    );
  });

  it('goes on through a failover, with rising fences', async () => {
    const leases = await emptied();
    const key = keyOfFirstPrimary();
    const before = await leases.acquireLease(key, 'a', 60_000);
    const replica = new Redis({ port: servers.replicaPort });
    await expect.poll(() => replica.call('CLUSTER', 'FAILOVER').catch(String)).toBe('OK');
    await expect
      .poll(() => replica.info('replication'), { timeout: 20_000 })
      .toContain('role:master');
    replica.disconnect();
    await expect
      .poll(() => leases.renewLease(key, 'a', 60_000).catch(() => false), { timeout: 20_000 })
      .toBe(true);
    expect((await leases.acquireLease(key, 'a', 60_000)).fence).toBe(before.fence);
    await leases.releaseLease(key, 'a');
    const after = await leases.acquireLease(key, 'b', 60_000);
    expect(BigInt(after.fence ?? 0)).toBeGreaterThan(BigInt(before.fence ?? 0));
  });
});

function keyOfFirstPrimary(): string {
  for (let n = 0; ; n++) {
    if (slotOf(Buffer.from(`mastra:topic:lease:k${n}`)) < 5000) return `k${n}`;
  }
}
