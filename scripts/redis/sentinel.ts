/** Starts a private Sentinel on loopback for tests: it names the primary, and promotes the replica when that is gone. */

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort, launchRedis, type RedisServer } from './launch.ts';

export interface WatchedPrimary {
  /** The name by which the Sentinel knows the primary. */
  name: string;
  port: number;
  primary: RedisServer;
  replica: RedisServer;
  /** Ends the Sentinel and both servers. */
  stop(): Promise<void>;
}

/**
 * Starts a primary, a replica and their Sentinel, and waits until it knows both.
 * @throws Error when a server does not start or the Sentinel does not find the replica within 20 s.
 */
export async function launchSentinel(): Promise<WatchedPrimary> {
  const name = 'leases';
  const primary = await launchRedis();
  const replica = await launchRedis({
    args: ['--replicaof', '127.0.0.1', String(primary.port), '--repl-diskless-sync-delay', '0'],
  });
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'leaseboard-sentinel-'));
  const file = join(folder, 'sentinel.conf');
  writeFileSync(
    file,
    [
      `sentinel monitor ${name} 127.0.0.1 ${primary.port} 1`,
      `sentinel down-after-milliseconds ${name} 500`,
      `sentinel failover-timeout ${name} 3000`,
    ].join('\n'),
  );
  const args = [file, '--sentinel', '--port', String(port), '--bind', '127.0.0.1'];
  const child = spawn('redis-server', args, { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
    await Promise.all([replica.stop(), primary.stop()]);
  };
  try {
    await replicaFound(port, name);
  } catch (error) {
    await stop();
    throw error;
  }
  return { name, port, primary, replica, stop };
}

async function replicaFound(port: number, name: string): Promise<void> {
  const redis = new Redis({ port, retryStrategy: () => 50, maxRetriesPerRequest: null });
  redis.on('error', () => {});
  try {
    for (let tries = 0; tries < 400; tries++) {
      if (String(await redis.call('SENTINEL', 'REPLICAS', name)) !== '') return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    redis.disconnect();
  }
  throw new Error('the Sentinel found no replica within 20 s');
}
