import type { Redis } from 'ioredis';

/**
 * Connects a client made with `lazyConnect`.
 * @throws the reason when it could not; the client is closed then.
 */
export async function openConnection(redis: Redis): Promise<void> {
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
}
