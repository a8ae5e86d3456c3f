/** Connections to Redis, each for its purpose. Who opens one closes it. */

import { Redis, type RedisOptions } from 'ioredis';
import type { Log } from './log.ts';

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

/**
 * Opens a connection that reconnects by itself until it is closed. `name` is what CLIENT LIST and
 * the log show.
 */
export function openRedis(url: string, name: string, options: RedisOptions, log: Log): Redis {
  const redis = new Redis(url, {
    connectionName: name,
    connectTimeout: 2000,
    // Without INFO: a least-privilege user may lack it.
    enableReadyCheck: false,
    retryStrategy: (attempt) => Math.min(100 * attempt, 1000),
    ...options,
  });
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
  return redis;
}
