/** Switching keyspace events on, with consent, and without taking anything away from anybody. */

import type { Redis } from 'ioredis';
import { mergedEventFlags } from './event-flags.ts';

/** What was changed on a server. */
export interface FlagsSet {
  /** Which server, as it is called in findings and trust. */
  node: string;
  before: string;
  after: string;
}

/**
 * Adds the event flags that leases need to those that are set; `null` when nothing is missing.
 * Whoever calls this has the consent of those who own the server.
 * @throws when the server refuses to show or to set them.
 */
export async function enableEventFlags(redis: Redis, node: string): Promise<FlagsSet | null> {
  const reply = (await redis.config('GET', 'notify-keyspace-events')) as string[];
  const before = reply[1] ?? '';
  const after = mergedEventFlags(before);
  if (after === null) return null;
  await redis.config('SET', 'notify-keyspace-events', after);
  return { node, before, after };
}
