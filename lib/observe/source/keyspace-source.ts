/** Keyspace events: `__keyspace@<db>__:<key>`, filtered by the server to the leases watched. */

import type { Redis } from 'ioredis';
import { type LeasePrefix, prefixOf } from '../table/lease-prefix.ts';
import type { ChangeSource, SourceOptions } from './change-source.ts';
import { escapeGlob } from './glob.ts';
import { serverLag } from './server-lag.ts';
import { skimEvents } from './skim-events.ts';
import { subscriberConnection } from './subscriber-connection.ts';

export class KeyspaceSource implements ChangeSource {
  readonly mode = 'keyspace';
  readonly reason: string | null;
  readonly #options: SourceOptions;
  #redis: Redis | null = null;
  #closed = false;

  constructor(options: SourceOptions, reason: string | null = null) {
    this.#options = options;
    this.reason = reason;
  }

  async start(): Promise<void> {
    const { sink, prefixes, db, connect } = this.#options;
    const redis = await subscriberConnection(connect, 3, (reason) => {
      if (!this.#closed) sink.lost(reason);
    });
    this.#redis = redis;
    if (this.#closed) redis.disconnect();
    const keyAt = `__keyspace@${db}__:`.length;
    const told = (key: string, name: string) => {
      if (prefixOf(prefixes, key)) sink.event(key, name);
    };
    redis.on('pmessageBuffer', (_pattern: string, channel: Buffer, event: Buffer) => {
      told(channel.toString('latin1', keyAt), event.toString('latin1'));
    });
    const patterns = [];
    for (const prefix of prefixes) patterns.push(await subscribe(redis, db, prefix));
    skimEvents(redis, patterns, keyAt, told);
  }

  async probeLag(): Promise<number | null> {
    return this.#redis && serverLag(this.#redis, this.#options.clock);
  }

  close(): void {
    this.#closed = true;
    this.#redis?.disconnect();
    this.#redis = null;
  }
}

/**
 * Subscribes to the events of a prefix. A user whose rights end at certain channels may use only
 * the patterns it was given, word for word, so the usual ones are tried, the narrowest first.
 * Answers the one that was allowed.
 */
async function subscribe(redis: Redis, db: number, prefix: LeasePrefix): Promise<string> {
  const leases = escapeGlob(Buffer.from(prefix.keyStart, 'latin1').toString());
  const deployment = escapeGlob(prefix.name);
  let refusal: unknown;
  for (const keys of [`${leases}*`, `${deployment}:*`, `${deployment}*`, '*']) {
    const pattern = `__keyspace@${db}__:${keys}`;
    try {
      await redis.psubscribe(pattern);
      return pattern;
    } catch (error) {
      refusal = error;
      if (!(error as Error).message.startsWith('NOPERM')) break;
    }
  }
  throw refusal;
}
