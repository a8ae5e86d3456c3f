import { redisKeyOf } from '../keys/lease-id.ts';
import { textOf } from '../keys/text.ts';
import { leaseKeyPrefix } from '../lease/redis-keys.ts';

/** The lease that an act is about. */
export interface Target {
  leaseId: string;
  prefix: string;
  /** The whole Redis key. */
  redisKey: Buffer;
  /** The lease key as text, without prefix. */
  key: string;
}

/** The lease that an id names under one of our prefixes (the longest that fits), or `null`. */
export function targetOf(prefixes: readonly string[], leaseId: string): Target | null {
  const bytes = redisKeyOf(leaseId);
  if (!bytes) return null;
  const redisKey = Buffer.from(bytes);
  let found: Target | null = null;
  for (const prefix of prefixes) {
    const start = Buffer.from(leaseKeyPrefix(prefix));
    if (redisKey.length <= start.length || !redisKey.subarray(0, start.length).equals(start)) {
      continue;
    }
    if (found && found.prefix.length >= prefix.length) continue;
    found = { leaseId, prefix, redisKey, key: textOf(redisKey.subarray(start.length)) };
  }
  return found;
}
