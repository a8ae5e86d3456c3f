/**
 * One lease as it is kept: compact, for there may be a million. What can be computed from the key
 * is computed when a row is shown. Times are milliseconds on Redis' clock.
 */

import type { LeaseKind } from '../../keys/lease-key.ts';
import type { Health, HealthInput } from '../health.ts';
import { renewsByDesign } from './habits.ts';
import type { LeasePrefix } from './lease-prefix.ts';
import { asSmall } from './small-number.ts';
import type { Wakeable } from './timer-wheel.ts';

/** Owners are kept whole up to this size, and cut to it beyond. */
export const OWNER_KEPT_BYTES = 1024;

/** Where a lease is read: its primary. */
export interface LeaseHome {
  /** Which node it is, for messages. */
  readonly name: string;
  /** Counts its scans. */
  readonly scanId: number;
  /** Whether what it says is up to date. */
  readonly reachable: boolean;
  /** The lease's deadline has passed: the server must be asked. */
  due(lease: LeaseRecord): void;
}

/**
 * Times are kept as whole milliseconds from here on. Such a number lies in the record itself, while
 * the milliseconds since 1970 would be an object beside it, to be fetched at each renewal. (After 24
 * days of running they are too large for that, too: dearer, and right all the same.)
 */
const EPOCH_MS = Date.now();
/** Stands for a time that there is not: 24 days before this process began. */
const NONE = -(2 ** 31);

function kept(at: number): number {
  return asSmall(Math.round(at - EPOCH_MS));
}

export class LeaseRecord implements HealthInput, Wakeable {
  /** The whole Redis key, one character per byte. */
  readonly key: string;
  readonly prefix: LeasePrefix;
  readonly kind: LeaseKind;
  home: LeaseHome;
  /** The value, one character per byte; `null` when it cannot be read. */
  owner: string | null = null;
  /** Its size in bytes. */
  ownerBytes = 0;
  /** Tells apart owners that are equal as far as they are kept; `null` for those kept whole. */
  ownerDigest: string | null = null;
  /** The same digest in SHA-256, by which actions name the owner. */
  ownerSha256: string | null = null;
  #deadline = NONE;
  /** How far the deadline may be off the server's. */
  deadlineSlackMs = 0;
  ttlMs: number | null = null;
  renewEveryMs: number | null = null;
  /** An interval seen once that differs from the learnt one; 0 when there is none. */
  oddInterval = 0;
  #renewedAt = NONE;
  #heldSince = NONE;
  heldSinceExact = false;
  #firstSeen = NONE;
  /** Whether that moment follows from the deadline that the server keeps. */
  grantExact = false;
  renewals = 0;
  changes = 0;
  lastChangeAt: number | null = null;
  recentChanges = 0;
  renews: boolean;
  readable = true;
  known = true;
  health: Health = 'healthy';
  wakeTick = -1;
  /** The scan that last saw it. */
  scan = 0;
  /** Counts every change but a moved deadline, so that a view knows what to send again. */
  version = 0;
  gone = false;

  constructor(key: string, prefix: LeasePrefix, kind: LeaseKind, home: LeaseHome) {
    this.key = key;
    this.prefix = prefix;
    this.kind = kind;
    this.home = home;
    this.renews = renewsByDesign(kind);
  }

  /** The deadline; infinite when there is none. */
  get deadline(): number {
    return this.#deadline === NONE ? Number.POSITIVE_INFINITY : this.#deadline + EPOCH_MS;
  }

  set deadline(at: number) {
    this.#deadline = at === Number.POSITIVE_INFINITY ? NONE : kept(at);
  }

  get expiresAt(): number | null {
    return this.#deadline === NONE ? null : this.#deadline + EPOCH_MS;
  }

  /** When the deadline was last set, as far as known; 0 when not. */
  get renewedAt(): number {
    return this.#renewedAt === NONE ? 0 : this.#renewedAt + EPOCH_MS;
  }

  set renewedAt(at: number) {
    this.#renewedAt = at === 0 ? NONE : kept(at);
  }

  get heldSince(): number {
    return this.#heldSince + EPOCH_MS;
  }

  set heldSince(at: number) {
    this.#heldSince = kept(at);
  }

  /** When this owner was first seen; later than `heldSince` where the history knew better. */
  get firstSeen(): number {
    return this.#firstSeen + EPOCH_MS;
  }

  set firstSeen(at: number) {
    this.#firstSeen = kept(at);
  }
}
