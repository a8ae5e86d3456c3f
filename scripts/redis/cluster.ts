/** Starts a private Redis Cluster on loopback for tests: three primaries, and a replica of the first. */

import { Redis } from 'ioredis';
import { freePort, launchRedis, type RedisServer } from './launch.ts';

const SLOTS = 16_384;
const PRIMARIES = 3;

export interface RedisCluster {
  /** Where to begin; ioredis finds the other nodes from any of them. */
  nodes: { host: string; port: number }[];
  /** The port of the replica of the first primary. */
  replicaPort: number;
  /** Process ids of the primaries, in the order of their slots. */
  pids: number[];
  stop(): Promise<void>;
}

/**
 * Starts the nodes, gives each primary its share of the slots, and waits until all agree.
 * @throws Error when a server does not start or the cluster does not become whole within 20 s.
 */
export async function launchCluster(): Promise<RedisCluster> {
  const servers: RedisServer[] = [];
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    for (let n = 0; n < PRIMARIES + 1; n++) servers.push(await launchNode());
    await join(servers.map(({ port }) => port));
  } catch (error) {
    await stop();
    throw error;
  }
  const ports = servers.map(({ port }) => port);
  const nodes = ports.slice(0, PRIMARIES).map((port) => ({ host: '127.0.0.1', port }));
  const pids = servers.slice(0, PRIMARIES).map(({ pid }) => pid);
  return { nodes, replicaPort: ports[PRIMARIES] ?? 0, pids, stop };
}

async function launchNode(): Promise<RedisServer> {
  const bus = await freePort();
  return launchRedis({
    args: [
      ...['--cluster-enabled', 'yes', '--cluster-port', String(bus)],
      ...['--cluster-node-timeout', '2000', '--cluster-config-file', 'nodes.conf'],
    ],
  });
}

async function join(ports: readonly number[]): Promise<void> {
  const clients = ports.map((port) => new Redis({ port }));
  try {
    const [first, ...others] = clients;
    if (!first) return;
    for (const [n, client] of clients.slice(0, PRIMARIES).entries())
      await client.call('CLUSTER', ...slots(n));
    for (const client of others) await meet(client, first);
    await until('each node knows every other', () =>
      all(clients, (info) => info.includes(`cluster_known_nodes:${ports.length}`)),
    );
    const id = String(await first.call('CLUSTER', 'MYID'));
    await clients.at(-1)?.call('CLUSTER', 'REPLICATE', id);
    await until('the cluster is whole', () =>
      all(clients, (info) => info.includes('cluster_state:ok')),
    );
    await until('the replica is in step', async () =>
      String(await clients.at(-1)?.info('replication')).includes('master_link_status:up'),
    );
  } finally {
    for (const client of clients) client.disconnect();
  }
}

function slots(primary: number): string[] {
  const from = Math.floor((primary * SLOTS) / PRIMARIES);
  const to = Math.floor(((primary + 1) * SLOTS) / PRIMARIES) - 1;
  return ['ADDSLOTSRANGE', String(from), String(to)];
}

/** The bus port is not the default one, so it must be told. */
async function meet(client: Redis, other: Redis): Promise<void> {
  const [, bus] = (await other.call('CONFIG', 'GET', 'cluster-port')) as [string, string];
  await client.call('CLUSTER', 'MEET', '127.0.0.1', String(other.options.port), bus);
}

async function all(clients: readonly Redis[], holds: (info: string) => boolean): Promise<boolean> {
  const infos = await Promise.all(clients.map((client) => client.call('CLUSTER', 'INFO')));
  return infos.every((info) => holds(String(info)));
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 20_000;
  while (!(await holds())) {
    if (Date.now() > giveUpAt) throw new Error(`Redis Cluster: ${what}: not within 20 s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
