/** What the pubsub survives: lost connections, a server that restarts, a cluster. */

import { Cluster, Redis } from 'ioredis';
import { afterEach, describe, expect, it } from 'vitest';
import { launchCluster } from '../../scripts/redis/cluster.ts';
import { freePort, launchRedis } from '../../scripts/redis/launch.ts';
import { RedisStreamsPubSub } from './index.ts';
import { Collector, eventOf } from './testing/collector.ts';

const ending: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

function create(options: ConstructorParameters<typeof RedisStreamsPubSub>[0]): RedisStreamsPubSub {
  const pubsub = new RedisStreamsPubSub({ blockMs: 200, process: false, ...options });
  ending.push(() => pubsub.close());
  return pubsub;
}

describe('lost connections', () => {
  it('lose no event: neither of those that come, nor of those on their way', async () => {
    const server = await launchRedis();
    const redis = new Redis(server.url);
    ending.push(
      () => server.stop(),
      () => redis.disconnect(),
    );
    const pubsub = create({ url: server.url });
    const [fan, worker] = [new Collector(), new Collector()];
    await pubsub.subscribe('t', fan.callback);
    await pubsub.subscribe('t', worker.callback, { group: 'g' });
    const all = Array.from({ length: 300 }, (_, n) => n);
    for (const n of all) {
      await pubsub.publish('t', eventOf(n));
      if (n % 60 === 30) await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    }
    const distinct = (collector: Collector) => [...new Set(collector.received)].length;
    await expect.poll(() => distinct(fan), { timeout: 15_000 }).toBe(all.length);
    await expect.poll(() => distinct(worker), { timeout: 15_000 }).toBe(all.length);
  });
});

describe('a server that restarts with nothing', () => {
  it('delivers what is published afterwards to those who had subscribed before', async () => {
    const port = await freePort();
    let server = await launchRedis({ port });
    ending.push(() => server.stop());
    const pubsub = create({ url: server.url });
    const [fan, worker] = [new Collector(), new Collector()];
    await pubsub.subscribe('t', fan.callback);
    await pubsub.subscribe('t', worker.callback, { group: 'g' });
    await pubsub.publish('t', eventOf('before'));
    await expect.poll(() => [fan.received, worker.received]).toEqual([['before'], ['before']]);
    await server.stop();
    const meanwhile = pubsub.publish('t', eventOf('meanwhile'));
    server = await launchRedis({ port });
    await meanwhile;
    await pubsub.publish('t', eventOf('after'));
    const both = ['before', 'meanwhile', 'after'];
    await expect
      .poll(() => [fan.received, worker.received], { timeout: 15_000 })
      .toEqual([both, both]);
    expect(await pubsub.acquireLease('k', 'a', 60_000)).toMatchObject({ acquired: true });
  });
});

describe('Redis Cluster', () => {
  it('carries topics and leases on all of its nodes', async () => {
    const cluster = await launchCluster();
    ending.push(() => cluster.stop());
    const rootNodes = cluster.nodes;
    const pubsub = create({ cluster: { rootNodes }, streamIdleTtlMs: 60_000 });
    const other = create({ client: new Cluster(rootNodes) });
    const topics = Array.from({ length: 6 }, (_, n) => `topic-${n}`);
    const collectors = topics.map(() => [new Collector(), new Collector()] as const);
    for (const [n, topic] of topics.entries()) {
      const [fan, worker] = collectors[n] ?? [];
      if (!fan || !worker) continue;
      await other.subscribe(topic, fan.callback);
      await pubsub.subscribe(topic, worker.callback, { group: 'g' });
      await pubsub.publish(topic, eventOf(topic));
    }
    for (const [n, [fan, worker]] of collectors.entries()) {
      await expect
        .poll(() => [fan.received, worker.received], { timeout: 15_000 })
        .toEqual([[topics[n]], [topics[n]]]);
    }
    for (const key of topics) {
      expect(await pubsub.acquireLease(key, 'a', 60_000)).toMatchObject({ acquired: true });
      expect(await other.transferLease(key, 'a', 'b', 60_000)).toBe(true);
      expect(await pubsub.getLeaseOwner(key)).toBe('b');
    }
  });
});
