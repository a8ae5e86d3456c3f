/** What runs are doing, read in a Redis Cluster: every thread's stream lies where its name puts it. */

import { Cluster } from 'ioredis';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { launchCluster, type RedisCluster } from '../../scripts/redis/cluster.ts';
import { Board } from '../board/board.ts';
import { RunAnnotations } from '../board/run-annotations.ts';
import { leaseIdOf } from '../keys/lease-id.ts';
import { leaseKeyPrefix } from '../lease/index.ts';
import { LeaseWatch, redisConnector } from '../observe/index.ts';
import { createLog } from '../platform/log.ts';
import { FOR_READS, openRedis, type RedisClient } from '../platform/redis-connection.ts';
import { RunReader } from './index.ts';
import { ThreadWriter } from './testing/thread-writer.ts';

const PREFIX = 'mastra:topic';
const THREADS = Array.from({ length: 9 }, (_, at) => `user_${at}\0thread`);

let servers: RedisCluster;
let cluster: Cluster;
let reading: RedisClient;
let url: string;

const keyOf = (key: string) => `${leaseKeyPrefix(PREFIX)}${key}`;

beforeAll(async () => {
  servers = await launchCluster();
  cluster = new Cluster(servers.nodes);
  url = `redis://127.0.0.1:${servers.nodes[0]?.port}?cluster=yes`;
  reading = openRedis(url, 'leaseboard-test', FOR_READS, createLog('silent'));
  // Which it connects to by itself, before anything is asked.
  await vi.waitFor(() => expect(statesOf(reading)).toEqual(['ready', 'ready', 'ready']), 10_000);
  const writer = new ThreadWriter(cluster, PREFIX);
  for (const [at, thread] of THREADS.entries()) {
    const run = `run-${at}`;
    await cluster.set(keyOf(thread), run, 'PX', 600_000);
    await writer.register(thread, run);
    await writer.part(thread, run, { type: 'step-start' });
    if (at % 3 === 1) await writer.part(thread, run, toolCall('search'));
    if (at % 3 === 2) await writer.over(thread, run, 'run-suspended');
  }
});

afterAll(async () => {
  for (const opened of [cluster, reading]) opened.disconnect();
  await servers.stop();
});

function statesOf(redis: RedisClient): string[] {
  return redis instanceof Cluster ? redis.nodes('master').map(({ status }) => status) : [];
}

const toolCall = (toolName: string) => ({
  type: 'tool-call',
  payload: { toolCallId: 'c', toolName },
});

it('reads the run behind each lease, on whichever server its stream is', async () => {
  const reader = new RunReader({ redis: reading, now: Date.now });
  const states = await Promise.all(
    THREADS.map(async (thread, at) => (await reader.viewOf(PREFIX, thread, `run-${at}`)).state),
  );
  const three = ['working', 'in-tool', 'waiting-for-person'];
  expect(states).toEqual([...three, ...three, ...three]);
  const lease = { prefix: PREFIX, threadKey: THREADS[0] ?? '', owner: 'run-0' };
  expect(await reader.detailOf(lease)).toMatchObject({ attached: 0, queued: [], lost: [] });
});

it('marks the rows of the table with them', async () => {
  const watch = new LeaseWatch({ connect: redisConnector(url), prefixes: [PREFIX] });
  const board = new Board(watch);
  const ids = THREADS.map((thread) => leaseIdOf(Buffer.from(keyOf(thread))));
  const marks = new RunAnnotations({ board, shown: () => ids, redis: reading, prefixes: [PREFIX] });
  watch.start();
  marks.start();
  await vi.waitFor(() => expect(board.counts().held).toBe(THREADS.length), 20_000);
  await vi.waitFor(() => {
    expect(board.counts().byRun).toEqual({ working: 3, 'in-tool': 3, 'waiting-for-person': 3 });
  }, 20_000);
  marks.close();
  watch.close();
});
