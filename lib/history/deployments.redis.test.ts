/** The recording as it is deployed: with a store of its own, over a cluster, and switched off. */

import { Cluster, Redis } from 'ioredis';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { launchCluster } from '../../scripts/redis/cluster.ts';
import { launchRedis } from '../../scripts/redis/launch.ts';
import { leaseKeyPrefix, type RedisClient, RedisLeaseProvider } from '../lease/index.ts';
import { LeaseWatch, redisConnector } from '../observe/index.ts';
import { HistoryReader, HistoryRecorder } from './index.ts';

const PREFIX = 'test:topic';
const PATIENCE_MS = 20_000;
const closers: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const leaseKey = (name: string) => leaseKeyPrefix(PREFIX) + name;

async function server() {
  const redis = await launchRedis();
  closers.push(() => redis.stop());
  return { url: redis.url, client: clientOf(new Redis(redis.url)) };
}

function clientOf<T extends RedisClient>(client: T): T {
  client.on('error', () => {});
  closers.push(() => client.disconnect());
  return client;
}

/** What a dashboard does for the history, on real servers. */
async function record(observedUrl: string, store: RedisClient | null, sameServer = false) {
  const watch = new LeaseWatch({ connect: redisConnector(observedUrl), prefixes: [PREFIX] });
  const reader = new HistoryReader({ store, prefixes: [PREFIX] });
  const recorder = new HistoryRecorder({
    ...{ store, watch, reader, sameServer },
    ...{ prefixes: [PREFIX], self: 'board' },
  });
  closers.push(async () => {
    await recorder.close();
    reader.close();
    watch.close();
  });
  recorder.start();
  watch.start();
  await reader.start();
  const ready = store ? 'writing' : 'memory';
  await vi.waitFor(() => {
    expect(watch.trust().events.complete).toBe(true);
    expect(recorder.trust.state).toBe(ready);
  }, PATIENCE_MS);
  const told = () =>
    reader
      .page({ limit: 1000 })
      .entries.reverse()
      .map(({ key, event, from, to }) => `${key} ${event} ${from ?? ''}>${to ?? ''}`);
  return { reader, recorder, watch, told };
}

/** Takes, overwrites and frees a lease as somebody without our library does; each step once it was told. */
async function changeByHand(client: RedisClient, name: string, told: () => string[]) {
  await client.set(leaseKey(name), 'run-1', 'PX', 30_000);
  await vi.waitFor(() => expect(told()).toContain(`${name} acquired >run-1`), PATIENCE_MS);
  await client.set(leaseKey(name), 'run-2', 'PX', 30_000);
  await vi.waitFor(() => expect(told()).toContain(`${name} transferred run-1>run-2`), PATIENCE_MS);
  await client.del(leaseKey(name));
  await vi.waitFor(() => expect(told()).toContain(`${name} released run-2>`), PATIENCE_MS);
}

const byHand = (name: string) => [
  `${name} acquired >run-1`,
  `${name} transferred run-1>run-2`,
  `${name} released run-2>`,
];

describe('with a store of its own', { timeout: 4 * PATIENCE_MS }, () => {
  test('the history is there, and nothing of ours beside the leases', async () => {
    const [observed, store] = [await server(), await server()];
    const { told } = await record(observed.url, store.client);
    await changeByHand(observed.client, 't', told);
    expect(told()).toEqual(byHand('t'));
    expect(await observed.client.keys('*')).toEqual([]);
    expect((await store.client.keys('*')).every((key) => key.startsWith('leaseboard:{'))).toBe(
      true,
    );
  });

  test('leases of the library are observed, and a store that is away loses nothing', async () => {
    const observed = await server();
    const away = await launchRedis();
    const store = clientOf(new Redis(away.url, { maxRetriesPerRequest: null }));
    closers.push(() => away.stop());
    const { told, recorder } = await record(observed.url, store);
    const leases = new RedisLeaseProvider({
      redis: observed.client,
      keyPrefix: PREFIX,
      history: false,
    });
    await leases.acquireLease('t', 'run-1', 30_000);
    await vi.waitFor(() => expect(told()).toEqual(['t acquired >run-1']), PATIENCE_MS);
    const own = clientOf(new Redis(away.url));
    await own.client('PAUSE', 2500, 'ALL');
    await leases.transferLease('t', 'run-1', 'run-2', 30_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await leases.releaseLease('t', 'run-2');
    await vi.waitFor(() => expect(told()).toEqual(byHand('t')), PATIENCE_MS);
    expect(recorder.trust.state).toBe('writing');
  });
});

describe('over a cluster', { timeout: 6 * PATIENCE_MS }, () => {
  test('changes on every node are told once, the history in its own slot', async () => {
    const cluster = await launchCluster();
    closers.push(() => cluster.stop());
    const client = clientOf(new Cluster(cluster.nodes));
    for (const { port } of cluster.nodes) {
      const node = new Redis({ port });
      await node.config('SET', 'notify-keyspace-events', 'Kg$xe');
      node.disconnect();
    }
    const [first] = cluster.nodes;
    const { told } = await record(`redis://127.0.0.1:${first?.port}`, client);
    const names = Array.from({ length: 12 }, (_, n) => `t${n}`);
    await Promise.all(names.map((name) => changeByHand(client, name, told)));
    const leases = new RedisLeaseProvider({ redis: client, keyPrefix: PREFIX });
    await leases.acquireLease('own', 'run-9', 30_000);
    await vi.waitFor(() => expect(told()).toContain('own acquired >run-9'), PATIENCE_MS);
    expect(told().toSorted()).toEqual([...names.flatMap(byHand), 'own acquired >run-9'].toSorted());
  });
});

describe('switched off', { timeout: 4 * PATIENCE_MS }, () => {
  test('what is seen is kept in memory, and nothing is written', async () => {
    const { url, client } = await server();
    const { told, reader, recorder } = await record(url, null);
    await changeByHand(client, 't', told);
    expect(told()).toEqual(byHand('t'));
    expect(reader.page().entries.every(({ id }) => id.startsWith('mem-'))).toBe(true);
    expect(recorder.trust.reason).toMatch(/in memory only/);
    expect(await client.keys('*')).toEqual([]);
  });
});
