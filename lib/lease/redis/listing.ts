/** Reading leases as they are, without touching them. */

import { leaseKeyPrefix } from '../redis-keys.ts';
import { answerWithin } from './deadline.ts';
import { LeaseKeyspace } from './lease-keys.ts';
import { parseRecord } from './record.ts';
import { toLeaseError } from './redis-error.ts';
import { isCluster, type RedisClient } from './script.ts';

/** One lease as it was when it was read. */
export interface LeaseInfo {
  /** The lease key; bytes that are no UTF-8 are replaced, see `redisKey`. */
  key: string;
  /** The whole Redis key, byte for byte. */
  redisKey: Buffer;
  owner: string;
  /** How long until it runs out, in ms; `null` when it never does. */
  remainingMs: number | null;
  /** Fencing token of its grant; `null` when its owner was not granted it by this library. */
  fence: string | null;
  /** Since when the owner holds it, in ms on the server's clock; `null` when not recorded. */
  sinceMs: number | null;
}

const PAGE = 500;
const ANSWER_MS = 10_000;

/**
 * Every lease under a deployment's prefix, each once, by SCAN on every primary: what was there all
 * the time is listed, what came or went meanwhile may be. Keys that hold no string are passed over.
 * @throws LeaseError when a server cannot be asked.
 */
export async function* listLeases(options: {
  redis: RedisClient;
  prefix: string;
}): AsyncGenerator<LeaseInfo, void, undefined> {
  const { redis, prefix } = options;
  const keyspace = new LeaseKeyspace(prefix, { cluster: isCluster(redis), history: false });
  const nodes = isCluster(redis) ? redis.nodes('master') : [redis];
  const pattern = `${escapeGlob(leaseKeyPrefix(prefix))}*`;
  const seen = new Set<string>();
  for (const node of nodes) {
    let cursor = '0';
    do {
      const page = node.scanBuffer(cursor, 'MATCH', pattern, 'COUNT', PAGE);
      const [next, keys] = await answerWithin(page, ANSWER_MS, 'list leases');
      cursor = next.toString();
      const fresh = keys.filter((key) => {
        const id = key.toString('latin1');
        return !seen.has(id) && seen.add(id);
      });
      yield* await readLeases(node, fresh, keyspace, prefix);
    } while (cursor !== '0');
  }
}

/** One lease, or `null` when nobody holds it. @throws LeaseError */
export async function readLease(
  redis: RedisClient,
  prefix: string,
  key: string,
): Promise<LeaseInfo | null> {
  const keyspace = new LeaseKeyspace(prefix, { cluster: isCluster(redis), history: false });
  const redisKey = Buffer.from(keyspace.redisKey(key));
  const [lease] = await readLeases(redis, [redisKey], keyspace, prefix);
  return lease ?? null;
}

async function readLeases(
  node: RedisClient,
  redisKeys: readonly Buffer[],
  keyspace: LeaseKeyspace,
  prefix: string,
): Promise<LeaseInfo[]> {
  if (redisKeys.length === 0) return [];
  const asked = node.pipeline();
  for (const redisKey of redisKeys) {
    asked.getBuffer(redisKey).pttl(redisKey);
    asked.hgetBuffer(String(keyspace.at(redisKey).keys[1]), redisKey);
  }
  const replies = (await answerWithin(asked.exec(), ANSWER_MS, 'read leases')) ?? [];
  return redisKeys.flatMap((redisKey, n) => {
    const [owner, ttl, kept] = replies.slice(n * 3, n * 3 + 3);
    if (owner?.[0] && !owner[0].message.startsWith('WRONGTYPE')) {
      throw toLeaseError(owner[0], 'read leases');
    }
    if (!Buffer.isBuffer(owner?.[1])) return [];
    return [leaseInfo(redisKey, prefix, owner[1], Number(ttl?.[1]), kept?.[1])];
  });
}

function leaseInfo(
  redisKey: Buffer,
  prefix: string,
  owner: Buffer,
  ttlMs: number,
  kept: unknown,
): LeaseInfo {
  const record = Buffer.isBuffer(kept) ? parseRecord(kept) : null;
  const known = record?.owner.equals(owner) ? record : null;
  return {
    key: redisKey.subarray(Buffer.byteLength(leaseKeyPrefix(prefix))).toString(),
    redisKey,
    owner: owner.toString(),
    remainingMs: ttlMs >= 0 ? ttlMs : null,
    fence: known?.fence ?? null,
    sinceMs: known?.sinceMs ?? null,
  };
}

/** The text as a Redis pattern that matches itself alone. */
function escapeGlob(text: string): string {
  return text.replaceAll(/[*?[\]\\^-]/g, '\\$&');
}
