import type { Redis } from 'ioredis';
import { millisecondsOf, type RedisClock } from '../redis-clock.ts';

/** From the server's saying the time to our hearing it, behind all events that wait before it, ms. */
export async function serverLag(subscriber: Redis, clock: RedisClock): Promise<number> {
  const saidAt = millisecondsOf(await subscriber.time());
  return Math.max(0, clock.now() - saidAt);
}
