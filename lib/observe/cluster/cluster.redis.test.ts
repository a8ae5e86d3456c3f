import { Cluster, Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaseIdOf } from '../../keys/lease-id.ts';
import { redisConnector } from '../connector.ts';
import { LeaseWatch } from '../lease-watch.ts';
import type { ObservationGap, OwnerChange } from '../owner-change.ts';
import { pauseOf } from '../testing/busy-leases.ts';
import { launchCluster, type RedisCluster } from '../testing/launch-cluster.ts';
import {
  leaseKey,
  PREFIX,
  rowOf,
  scanOf,
  tableOf,
  until,
  untilComplete,
} from '../testing/watched-redis.ts';

const KEYS = Array.from({ length: 300 }, (_, i) => leaseKey(`user ${i}\0thread`));

let cluster: RedisCluster;
let client: Cluster;
let watch: LeaseWatch;
const changes: OwnerChange[] = [];
const gaps: ObservationGap[] = [];

beforeAll(async () => {
  cluster = await launchCluster(3, 1);
  const [first] = cluster.servers;
  client = new Cluster([{ host: '127.0.0.1', port: first?.port }], {
    clusterRetryStrategy: () => 50,
    redisOptions: { maxRetriesPerRequest: 2, autoResendUnfulfilledCommands: false },
  });
  client.on('error', () => {
    // A primary is killed on purpose.
  });
  await until(() => client.status === 'ready');
  await Promise.all(KEYS.slice(0, 100).map((key) => client.set(key, 'before', 'PX', 600_000)));
  watch = new LeaseWatch({ connect: redisConnector(first?.url ?? ''), prefixes: [PREFIX] });
  watch.onOwnerChange((change) => changes.push(change));
  watch.onGap((gap) => gaps.push(gap));
  watch.start();
  await untilComplete(watch);
});

afterAll(async () => {
  watch.close();
  client.disconnect();
  await cluster.stop();
});

type Slots = [first: number, last: number, primary: [host: string, port: number]][];

/** Which port serves which slots, as one of the servers that are left has it. */
async function slotsNow(): Promise<Slots> {
  const redis = new Redis({ port: cluster.servers[3]?.port });
  const slots = (await redis.call('CLUSTER', 'SLOTS')) as Slots;
  redis.disconnect();
  return slots;
}

/** What all primaries say together. */
async function scanOfAll(): Promise<string[]> {
  const ports = new Set((await slotsNow()).map(([, , [, port]]) => port));
  const scans = [...ports].map(async (port) => {
    const redis = new Redis({ port });
    const found = await scanOf(redis);
    redis.disconnect();
    return found;
  });
  return (await Promise.all(scans)).flat().sort();
}

async function untilEqual(): Promise<void> {
  await until(async () => (await scanOfAll()).join() === tableOf(watch).join());
}

it('watches every primary', async () => {
  expect(watch.tallies().held).toBe(100);
  await Promise.all(KEYS.map((key) => client.set(key, 'run-1', 'PX', 600_000)));
  await until(() => changes.length === KEYS.length);
  await Promise.all(KEYS.map((key) => client.pexpire(key, 900_000)));
  const [key = ''] = KEYS;
  await until(
    () => (rowOf(watch, leaseIdOf(Buffer.from(key)))?.expiresAt ?? 0) - watch.now() > 800_000,
  );
  expect(watch.trust().events).toMatchObject({ mode: 'keyspace', reason: null, complete: true });
  await untilEqual();
});

it('follows a slot that moves, with its leases, and calls that no change', async () => {
  const [from, to] = cluster.servers;
  const [key = ''] = KEYS;
  const slot = Number(await client.call('CLUSTER', 'KEYSLOT', key));
  const owner = (await slotsNow()).find(([first, last]) => first <= slot && slot <= last);
  const source = cluster.servers.find(({ port }) => port === owner?.[2][1]);
  const target = [from, to].find((server) => server !== source);
  if (!source || !target) throw new Error('no slot to move');
  const before = changes.length;
  const cli = (server: { port: number }, ...args: string[]) => cluster.cli(server.port, ...args);
  const sourceId = cli(source, 'cluster', 'myid');
  const targetId = cli(target, 'cluster', 'myid');
  const at = String(slot);
  cli(target, 'cluster', 'setslot', at, 'importing', sourceId);
  cli(source, 'cluster', 'setslot', at, 'migrating', targetId);
  const migrator = new Redis({ port: source.port });
  await migrator.migrate('127.0.0.1', target.port, key, 0, 1000);
  migrator.disconnect();
  // Half-way: the key has moved, the slot has not.
  await pauseOf(300);
  expect(rowOf(watch, leaseIdOf(Buffer.from(key)))?.owner).toBe('run-1');
  for (const server of cluster.servers.slice(0, 3)) {
    cli(server, 'cluster', 'setslot', at, 'node', targetId);
  }
  await client.set(key, 'run-2', 'PX', 600_000);
  await until(() => rowOf(watch, leaseIdOf(Buffer.from(key)))?.owner === 'run-2');
  expect(changes.slice(before).map(({ event }) => event)).toEqual(['transferred']);
  await untilEqual();
});

it('survives a primary that is killed and its replica promoted', async () => {
  const [killed, , , replica] = cluster.servers;
  const gapsBefore = gaps.length;
  await killed?.stop();
  const killedAt = watch.now();
  await until(() => watch.trust().redis.state === 'down', 2000);
  expect(watch.trust().redis.detail).toContain('1 of 3 nodes');
  await until(() => cluster.cli(replica?.port ?? 0, 'role').startsWith('master'));
  await until(() => watch.trust().redis.state === 'up' && watch.trust().events.complete);
  // On a busy machine a server can also stand still for a moment, which is a gap of its own.
  const lost = () =>
    gaps.slice(gapsBefore).find(({ reason }) => reason.includes('became a primary'));
  await until(() => lost() !== undefined);
  expect(lost()?.from).toBeLessThanOrEqual(killedAt);
  await until(async () => {
    try {
      await Promise.all(KEYS.map((key) => client.set(key, 'run-3', 'PX', 600_000)));
      return true;
    } catch {
      return false;
    }
  });
  const owners = () => [...watch.leases()].map(({ owner }) => owner);
  await until(() => owners().filter((owner) => owner === 'run-3').length === KEYS.length);
  await untilEqual();
});
