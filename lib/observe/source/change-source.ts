/** Where news of changes comes from. One source lives as long as its connection and is then replaced. */

import type { Redis, RedisOptions } from 'ioredis';
import type { EventsMode } from '../observed-trust.ts';
import type { RedisClock } from '../redis-clock.ts';
import type { LeasePrefix } from '../table/lease-prefix.ts';

/**
 * Opens a connection to the watched Redis. The options given win over those of the deployment:
 * they say what this connection is for, and in a cluster which node it goes to.
 */
export type Connect = (options: RedisOptions) => Redis;

/** What a source tells. All of it is hints: only a reading is a fact. */
export interface ChangeSink {
  /** A keyspace event: the whole Redis key, one character per byte, and the event's name. */
  event(key: string, name: string): void;
  /** Something about this key changed; what, is not known. */
  touched(key: string): void;
  /** Anything may have changed: the database was emptied. */
  flushed(): void;
  /** The source has ended and news may have been missed since. Told once, and not after close. */
  lost(reason: string): void;
}

/** What every source is made with. */
export interface SourceOptions {
  connect: Connect;
  db: number;
  prefixes: readonly LeasePrefix[];
  sink: ChangeSink;
  clock: RedisClock;
}

export interface ChangeSource {
  readonly mode: EventsMode;
  /** Why there is no better source; `null` when this is the best. */
  readonly reason: string | null;
  /**
   * Resolves once nothing that happens from now on is missed.
   * @throws when the server refuses.
   */
  start(): Promise<void>;
  /** From a server's answer to its arrival behind all news waiting before it, ms; `null` if not measurable. */
  probeLag(): Promise<number | null>;
  close(): void;
}

/** For connections that observe: no queueing, no resending, no second try behind our back. */
export const OBSERVING: RedisOptions = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  autoResubscribe: false,
  maxRetriesPerRequest: null,
  enableReadyCheck: false,
  connectTimeout: 2000,
  lazyConnect: true,
};
