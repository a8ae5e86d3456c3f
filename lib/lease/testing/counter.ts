/** What a lease protects in the lost-update demonstration: a counter that may check fences. */

import type { Redis } from 'ioredis';

const FENCED_WRITE = `
  local last = tonumber(redis.call('GET', KEYS[2]) or 0)
  if tonumber(ARGV[2]) < last then return 0 end
  redis.call('SET', KEYS[2], ARGV[2])
  redis.call('SET', KEYS[1], ARGV[1])
  return 1`;

/** Writes the counter; with a fence only if no higher one has written before. Whether it did. */
export async function writeCounter(
  redis: Redis,
  value: number,
  fence: string | undefined,
): Promise<boolean> {
  if (fence === undefined) return (await redis.set('counter', value)) === 'OK';
  return (await redis.eval(FENCED_WRITE, 2, 'counter', 'counter:fence', value, fence)) === 1;
}
