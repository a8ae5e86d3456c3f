import type { Redis } from 'ioredis';
import { type Connect, OBSERVING } from './change-source.ts';

/**
 * Opens the connection that news come in on. It is not renewed when it breaks: what was told
 * meanwhile is gone, so whoever uses it must begin anew.
 * @param lost told when the connection has ended.
 * @throws the reason when it cannot be opened.
 */
export async function subscriberConnection(
  connect: Connect,
  protocol: 2 | 3,
  lost: (reason: string) => void,
): Promise<Redis> {
  const redis = connect({
    ...OBSERVING,
    connectionName: 'leaseboard-events',
    retryStrategy: null,
    ...(protocol === 2 ? { protocol } : {}),
  });
  let failure: Error | null = null;
  redis.on('error', (error: Error) => {
    failure ??= error;
  });
  try {
    await redis.connect();
  } catch (error) {
    redis.disconnect();
    throw failure ?? error;
  }
  redis.once('close', () => lost('the subscriber was cut off'));
  return redis;
}
