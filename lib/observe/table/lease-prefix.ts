/** The deployments watched, by the bytes that their lease keys start with. */

import { LONGEST_KEY_BYTES } from '../../keys/foreign-values.ts';
import { type LeaseKind, parseLeaseKey } from '../../keys/lease-key.ts';
import { textOf } from '../../keys/text.ts';
import { leaseKeyPrefix } from '../../lease/redis-keys.ts';
import { isAscii } from './binary-text.ts';

export interface LeasePrefix {
  /** As configured: `mastra:topic`. */
  readonly name: string;
  /** What the Redis keys of its leases start with, one character per byte. */
  readonly keyStart: string;
}

/** Prepares prefixes for {@link prefixOf}. */
export function leasePrefixes(names: readonly string[]): LeasePrefix[] {
  return [...new Set(names)]
    .map((name) => ({ name, keyStart: Buffer.from(leaseKeyPrefix(name)).toString('latin1') }))
    .sort((a, b) => b.keyStart.length - a.keyStart.length);
}

/**
 * Which of the prefixes a Redis key belongs to, the longest first; `undefined` when to none. Keys that
 * no URL could name, up to 512 MB long, are no leases of ours: each would reach every reader.
 */
export function prefixOf(prefixes: readonly LeasePrefix[], key: string): LeasePrefix | undefined {
  if (key.length > LONGEST_KEY_BYTES) return undefined;
  for (const prefix of prefixes) {
    if (key.startsWith(prefix.keyStart) && key.length > prefix.keyStart.length) return prefix;
  }
  return undefined;
}

/** The lease key without its prefix, as text for people. */
export function leaseKeyText(key: string, prefix: LeasePrefix): string {
  const name = key.slice(prefix.keyStart.length);
  return isAscii(name) ? name : textOf(Buffer.from(name, 'latin1'));
}

/** What the lease is for, by its key. */
export function leaseKindOf(key: string, prefix: LeasePrefix): LeaseKind {
  return parseLeaseKey(leaseKeyText(key, prefix)).kind;
}
