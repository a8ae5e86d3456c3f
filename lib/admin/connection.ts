/**
 * The connection that acts go over. The client's defaults would run an act late (queued while
 * Redis was away) or twice (sent again after a lost reply); here a command is sent at once and
 * once, or not at all.
 */

import { Redis } from 'ioredis';
import type { Logger } from '../log.ts';

/** Opens it; it keeps reconnecting by itself until closed. `name` is what CLIENT LIST shows. */
export function actConnection(url: string, name: string, log: Logger): Redis {
  const redis = new Redis(url, {
    connectionName: name,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2000,
    // Without INFO: a least-privilege user may lack it, and every call has its own deadline.
    enableReadyCheck: false,
    retryStrategy: (attempt) => Math.min(100 * attempt, 1000),
  });
  let failing = false;
  redis.on('error', (error) => {
    // Once per outage: the retries of one would fill the log.
    if (!failing) log.warn({ connection: name, err: error }, 'the connection for acts is down');
    failing = true;
  });
  redis.on('ready', () => {
    if (failing) log.info({ connection: name }, 'the connection for acts is back');
    failing = false;
  });
  return redis;
}
