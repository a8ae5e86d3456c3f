/**
 * What a read of one lease came to, and the events that led to it. Times are on Redis' clock; what
 * was left was looked at within `slackMs` of `at`.
 */

import { createHash } from 'node:crypto';
import { ownerDigestOf } from '../../keys/owner-digest.ts';
import { OWNER_KEPT_BYTES } from './lease-record.ts';

export type Reading =
  | { state: 'missing'; at: number }
  /** A value of another type than a lease has. */
  | { state: 'unreadable'; at: number; slackMs: number; remainingMs: number | null }
  | { state: 'held'; at: number; slackMs: number; owner: Owner; remainingMs: number | null };

/** An owner as it is kept: bytes as characters, cut when huge. */
export interface Owner {
  text: string;
  bytes: number;
  /** SHA-1 of an owner that is cut, as the history names it; `null` for one kept whole. */
  digest: string | null;
  /** The same in SHA-256, by which actions name it. */
  sha256: string | null;
}

/** Why a lease was read: the events seen since the read before. Events are hints, never facts. */
export interface Hint {
  /** The last way in which the lease was said to have become free, and when. */
  freed: 'released' | 'expired' | 'evicted' | null;
  freedAt: number;
  /** When it was last said to be written; 0 when it was not. */
  setAt: number;
  /** When its deadline was last said to be set; 0 when it was not. */
  expireAt: number;
  /** True when a scan, not an event, led here: the moment of a change is unknown. */
  reconciled: boolean;
  /** True in the first scan: what it finds was there before, and is no change. */
  baseline: boolean;
}

/** A hint without any event. */
export function noHint(from: { reconciled: boolean; baseline?: boolean }): Hint {
  return { freed: null, freedAt: 0, setAt: 0, expireAt: 0, baseline: false, ...from };
}

/** Takes an owner's bytes in, cut to what is kept of it. */
export function ownerFrom(value: Buffer): Owner {
  if (value.length <= OWNER_KEPT_BYTES) {
    return { text: value.toString('latin1'), bytes: value.length, digest: null, sha256: null };
  }
  return {
    text: value.toString('latin1', 0, OWNER_KEPT_BYTES),
    bytes: value.length,
    digest: createHash('sha1').update(value).digest('hex'),
    sha256: ownerDigestOf(value),
  };
}

/** Takes an owner in that is ASCII and short enough to be kept whole. */
export function ownerFromText(text: string): Owner {
  return { text, bytes: text.length, digest: null, sha256: null };
}

/** How the history keeps an owner that is not kept whole here: its beginning and its SHA-1. */
const HISTORY_KEEPS_BYTES = 448;

/** An owner as bytes: whole, or cut as the history cuts it, so that both call it the same. */
export function ownerBytes(owner: Pick<Owner, 'text' | 'digest'>): Buffer {
  if (owner.digest === null) return Buffer.from(owner.text, 'latin1');
  const beginning = Buffer.from(owner.text.slice(0, HISTORY_KEEPS_BYTES), 'latin1');
  return Buffer.concat([beginning, Buffer.from(`...#${owner.digest}`)]);
}
