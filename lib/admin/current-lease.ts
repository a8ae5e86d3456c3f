/** What Redis holds at a lease this moment, read for an act: no table, no cache. */

import { ownerDigestOf } from '../keys/owner-digest.ts';
import { textOf } from '../keys/text.ts';
import { OWNER_KEPT_BYTES } from '../observe/table/lease-record.ts';
import type { RedisClient } from '../platform/redis-connection.ts';
import type { ActionInput } from './action.ts';
import { within } from './deadline.ts';

export type CurrentLease =
  | { state: 'held'; owner: Buffer; remainingMs: number | null }
  | { state: 'free' }
  /** Not a string: something else lives at that key. */
  | { state: 'unreadable'; type: string };

/** How much of an owner is shown, in characters, as in rows. */
const SHOWN_OWNER = 512;

/**
 * Reads a lease.
 * @throws NoAnswerError after `timeoutMs`, or the client's error: either way it is not known.
 */
export async function readCurrentLease(
  redis: RedisClient,
  redisKey: Buffer,
  timeoutMs: number,
): Promise<CurrentLease> {
  const read = redis.multi().type(redisKey).getBuffer(redisKey).pttl(redisKey).exec();
  const replies = await within(timeoutMs, 'reading the lease', read);
  const [type, owner, remaining] = replies ?? [];
  if (!type || type[0]) throw type?.[0] ?? new Error('reading the lease: no reply');
  if (type[1] === 'none') return { state: 'free' };
  if (type[1] !== 'string') return { state: 'unreadable', type: String(type[1]) };
  if (owner?.[0]) throw owner[0];
  if (!Buffer.isBuffer(owner?.[1])) return { state: 'free' };
  const ms = Number(remaining?.[1]);
  return { state: 'held', owner: owner[1], remainingMs: ms >= 0 ? ms : null };
}

/** An owner as it is shown: text, cut when very long, just as rows cut it. */
export function shownOwner(owner: Buffer): string {
  return textOf(owner.subarray(0, OWNER_KEPT_BYTES)).slice(0, SHOWN_OWNER);
}

/**
 * Whether an operator who named this owner means these bytes: `other` where they are another's,
 * `ambiguous` where the text given is what is shown of them, and of others too.
 */
export function matchOwner(
  owner: Buffer,
  { expectOwner, expectOwnerDigest }: Pick<ActionInput, 'expectOwner' | 'expectOwnerDigest'>,
): 'same' | 'other' | 'ambiguous' {
  if (expectOwnerDigest !== undefined) {
    return ownerDigestOf(owner) === expectOwnerDigest ? 'same' : 'other';
  }
  if (Buffer.from(expectOwner).equals(owner)) return 'same';
  const isShown = expectOwner === shownOwner(owner) || expectOwner === textOf(owner);
  return isShown ? 'ambiguous' : 'other';
}
