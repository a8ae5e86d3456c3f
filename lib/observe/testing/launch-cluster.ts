/** A small private Redis Cluster, for tests. */

import { spawnSync } from 'node:child_process';
import {
  EVENT_FLAGS,
  freePort,
  launchRedis,
  type RedisServer,
} from '../../../scripts/redis/launch.ts';
import { until } from './watched-redis.ts';

export interface RedisCluster {
  servers: RedisServer[];
  /** Runs `redis-cli` against one of the servers; answers what it printed. */
  cli(port: number, ...args: string[]): string;
  stop(): Promise<void>;
}

/**
 * Starts a cluster of `primaries` and as many replicas as given, and waits until all agree.
 * @throws Error when they do not within 20 s.
 */
export async function launchCluster(primaries: number, replicas: number): Promise<RedisCluster> {
  const servers: RedisServer[] = [];
  for (let i = 0; i < primaries + replicas; i++) servers.push(await launchNode());
  const cluster: RedisCluster = {
    servers,
    cli: (port, ...args) => run(['-p', String(port), ...args]),
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
  const addresses = servers.map(({ port }) => `127.0.0.1:${port}`);
  run(['--cluster', 'create', ...addresses.slice(0, primaries), '--cluster-yes']);
  await until(() => agreed(cluster, servers.slice(0, primaries), primaries));
  for (const [i, replica] of servers.slice(primaries).entries()) {
    const primary = servers[i % primaries];
    if (!primary) continue;
    const id = cluster.cli(primary.port, 'cluster', 'myid');
    const at = `127.0.0.1:${primary.port}`;
    run(['--cluster', 'add-node', `127.0.0.1:${replica.port}`, at, '--cluster-slave']);
    await until(() => cluster.cli(replica.port, 'cluster', 'replicate', id) === 'OK');
  }
  await until(() => agreed(cluster, servers, primaries + replicas));
  await until(() =>
    servers
      .slice(primaries)
      .every(({ port }) => cluster.cli(port, 'info', 'replication').includes('link_status:up')),
  );
  return cluster;
}

function agreed(cluster: RedisCluster, servers: readonly RedisServer[], nodes: number): boolean {
  return servers.every(({ port }) => {
    const info = cluster.cli(port, 'cluster', 'info');
    return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${nodes}\r`);
  });
}

/** A node's second port, that of the cluster, is its first one's plus 10,000. */
async function launchNode(): Promise<RedisServer> {
  let port = await freePort();
  while (port > 55_000) port = await freePort();
  const args = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '1000'];
  return launchRedis({
    port,
    events: EVENT_FLAGS,
    args: [...args, '--repl-diskless-sync-delay', '0'],
  });
}

function run(args: string[]): string {
  const { stdout, stderr, status } = spawnSync('redis-cli', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`redis-cli ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout.endsWith('\n') ? stdout.slice(0, -1) : stdout;
}
