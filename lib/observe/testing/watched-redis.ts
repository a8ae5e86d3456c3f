/** A private Redis with a watch on it, for tests. */

import { Redis, type RedisOptions } from 'ioredis';
import {
  type LaunchOptions,
  launchRedis,
  type RedisServer,
} from '../../../scripts/redis/launch.ts';
import { Annotations } from '../../board/annotations.ts';
import { toRow } from '../../board/lease-row.ts';
import type { LeaseRow } from '../../board/wire.ts';
import { redisConnector } from '../connector.ts';
import { LeaseWatch, type LeaseWatchOptions } from '../lease-watch.ts';
import type { ObservationGap, OwnerChange } from '../owner-change.ts';

export const PREFIX = 'mastra:topic';

/** The Redis key of a lease. */
export function leaseKey(key: string, prefix = PREFIX): string {
  return `${prefix}:lease:${key}`;
}

export interface WatchedRedis {
  server: RedisServer;
  /** Writes and reads beside the watch. */
  redis: Redis;
  watch: LeaseWatch;
  changes: OwnerChange[];
  gaps: ObservationGap[];
  /** Changes as `event from→to`, in order. */
  story(): string[];
  close(): Promise<void>;
}

/** Starts a Redis and a watch, and waits until the watch is complete. */
export async function watchedRedis(
  options: LaunchOptions & {
    watch?: Partial<LeaseWatchOptions>;
    /** How the watch connects, unless as anybody. */
    as?: RedisOptions;
    before?: (redis: Redis) => Promise<unknown>;
  } = {},
): Promise<WatchedRedis> {
  const server = await launchRedis(options);
  const redis = new Redis(server.url, { retryStrategy: () => 50 });
  redis.on('error', () => {
    // Tests stop servers on purpose.
  });
  await options.before?.(redis);
  const watch = new LeaseWatch({
    connect: redisConnector(server.url, options.as),
    prefixes: [PREFIX],
    ...options.watch,
  });
  const changes: OwnerChange[] = [];
  const gaps: ObservationGap[] = [];
  watch.onOwnerChange((change) => changes.push(change));
  watch.onGap((gap) => gaps.push(gap));
  watch.start();
  await untilComplete(watch);
  return {
    server,
    redis,
    watch,
    changes,
    gaps,
    story: () => changes.map(({ event, from, to }) => `${event} ${from ?? ''}→${to ?? ''}`),
    close: async () => {
      watch.close();
      redis.disconnect();
      await server.stop();
    },
  };
}

/** The lease as a page would show it, without annotations; `null` when it is not held. */
export function rowOf(watch: LeaseWatch, id: string): LeaseRow | null {
  const lease = watch.find(id);
  return lease ? toRow(lease, new Annotations()) : null;
}

/** Resolves once the watch has scanned everything. */
export async function untilComplete(watch: LeaseWatch): Promise<void> {
  await until(() => watch.trust().redis.state === 'up' && watch.trust().events.complete);
}

/**
 * Resolves once `holds` does, asking every 5 ms.
 * @throws after `timeoutMs`.
 */
export async function until(
  holds: () => boolean | Promise<boolean>,
  timeoutMs = 20_000,
): Promise<void> {
  const giveUpAt = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > giveUpAt) throw new Error(`still not so: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The table as `redisKey=owner`, sorted; compare with {@link scanOf}. */
export function tableOf(watch: LeaseWatch): string[] {
  return [...watch.leases()].map((lease) => `${lease.key}=${lease.owner}`).sort();
}

/** What a scan of Redis says, in the form of {@link tableOf}. */
export async function scanOf(redis: Redis, prefix = PREFIX): Promise<string[]> {
  const found = new Map<string, string>();
  const start = Buffer.from(leaseKey('', prefix)).toString('latin1');
  let cursor = '0';
  do {
    const [next, keys] = await redis.scanBuffer(cursor, 'COUNT', 1000);
    cursor = next.toString();
    const leases = keys.filter((key) => key.toString('latin1').startsWith(start));
    const owners = await Promise.all(leases.map((key) => redis.getBuffer(key)));
    leases.forEach((key, i) => {
      const owner = owners[i];
      if (owner) found.set(key.toString('latin1'), owner.toString('latin1'));
    });
  } while (cursor !== '0');
  return [...found].map(([key, owner]) => `${key}=${owner}`).sort();
}
