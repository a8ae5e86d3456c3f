/** Ids of stream entries: `<milliseconds on Redis' clock>-<sequence>`. */

import { messageOf } from './failures.ts';
import type { RedisClient } from './options.ts';

/** Before every entry. */
export const FIRST_ID = '0-0';

/** The newest id that the stream ever gave out, `0-0` where there is no stream. */
export async function newestId(redis: RedisClient, key: string): Promise<string> {
  try {
    const info = (await redis.xinfo('STREAM', key)) as unknown[];
    const at = info.indexOf('last-generated-id');
    return at < 0 ? FIRST_ID : String(info[at + 1]);
  } catch (error) {
    if (messageOf(error).includes('no such key')) return FIRST_ID;
    throw error;
  }
}

/** Whether one stream id lies before another. */
export function isBefore(one: string, other: string): boolean {
  const [oneMs = 0n, oneSeq = 0n] = one.split('-').map(BigInt);
  const [otherMs = 0n, otherSeq = 0n] = other.split('-').map(BigInt);
  return oneMs === otherMs ? oneSeq < otherSeq : oneMs < otherMs;
}
