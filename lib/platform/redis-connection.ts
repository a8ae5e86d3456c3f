/** Connections to Redis, each for its purpose. Who opens one closes it. */

import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { redisAddress } from '../observe/connector.ts';
import type { Log } from './log.ts';

/** A client of one server, of whichever a Sentinel names, or of a cluster. */
export type RedisClient = Redis | Cluster;

/**
 * For acts. The client's defaults would run a command late (queued while Redis was away) or twice
 * (sent again after a lost reply); here it is sent at once and once, or not at all.
 */
export const FOR_ACTS: RedisOptions = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
};

/** For reads that are asked again later anyhow: they fail at once while Redis is away. */
export const FOR_READS: RedisOptions = { enableOfflineQueue: false, maxRetriesPerRequest: 0 };

/** For following and recording: waits for Redis as long as it takes. */
export const PATIENT: RedisOptions = { maxRetriesPerRequest: null };

const CONNECT_TIMEOUT_MS = 2000;

/** 100 ms more each time, up to a second. */
const retryAfterMs = (attempt: number) => Math.min(100 * attempt, 1000);

/**
 * Opens a connection that reconnects by itself until it is closed. With `?sentinel=<name>` at its
 * end the URL is that of a Sentinel, with `?cluster=yes` that of any node of a cluster. `name` is
 * what CLIENT LIST and the log show.
 * @throws TypeError when the URL cannot be read; it is not quoted, it may hold a password.
 */
export function openRedis(url: string, name: string, options: RedisOptions, log: Log): RedisClient {
  const { address, cluster } = redisAddress(url);
  const shared: RedisOptions = {
    ...address,
    connectionName: name,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // Without INFO: a least-privilege user may lack it.
    enableReadyCheck: false,
    ...options,
  };
  const redis = cluster
    ? openCluster(shared)
    : new Redis({ retryStrategy: retryAfterMs, ...shared });
  logOutages(redis, name, log);
  return redis;
}

function openCluster(redisOptions: RedisOptions): Cluster {
  const { host, port, ...shared } = redisOptions;
  const cluster = new Cluster([{ host, port }], {
    redisOptions: shared,
    enableReadyCheck: false,
    enableOfflineQueue: redisOptions.enableOfflineQueue ?? true,
    clusterRetryStrategy: retryAfterMs,
    // Off: it would send again what may have been done before its connection broke.
    retryDelayOnFailover: 0,
  });
  // By itself it connects to a node at the first command for it, and refuses those that come meanwhile.
  cluster.on('+node', (node: Redis) => {
    if (node.status === 'wait') node.connect().catch(() => {});
  });
  return cluster;
}

function logOutages(redis: RedisClient, name: string, log: Log): void {
  let failing = false;
  redis.on('error', (error) => {
    // Once per outage: the retries of one would fill the log.
    if (!failing) log.warn({ connection: name, err: error }, 'a connection to Redis is down');
    failing = true;
  });
  redis.on('ready', () => {
    if (failing) log.info({ connection: name }, 'a connection to Redis is back');
    failing = false;
  });
}
