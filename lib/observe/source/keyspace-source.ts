/** Keyspace events: `__keyspace@<db>__:<key>`, filtered by the server to the leases watched. */

import type { Redis } from 'ioredis';
import type { RedisClock } from '../redis-clock.ts';
import { millisecondsOf } from '../redis-clock.ts';
import type { LeasePrefix } from '../table/lease-prefix.ts';
import { type ChangeSink, type ChangeSource, type Connect, OBSERVING } from './change-source.ts';
import { escapeGlob } from './glob.ts';
import { openConnection } from './open-connection.ts';

export class KeyspaceSource implements ChangeSource {
  readonly mode = 'keyspace';
  readonly reason: string | null;
  readonly #connect: Connect;
  readonly #db: number;
  readonly #prefixes: readonly LeasePrefix[];
  readonly #sink: ChangeSink;
  readonly #clock: RedisClock;
  #redis: Redis | null = null;
  #closed = false;

  constructor(options: {
    connect: Connect;
    db: number;
    prefixes: readonly LeasePrefix[];
    sink: ChangeSink;
    clock: RedisClock;
    reason: string | null;
  }) {
    this.#connect = options.connect;
    this.#db = options.db;
    this.#prefixes = options.prefixes;
    this.#sink = options.sink;
    this.#clock = options.clock;
    this.reason = options.reason;
  }

  async start(): Promise<void> {
    const redis = this.#connect({ ...OBSERVING, retryStrategy: null });
    this.#redis = redis;
    await openConnection(redis);
    redis.once('close', () => {
      if (!this.#closed) this.#sink.lost('subscriber cut off');
    });
    const keyAt = `__keyspace@${this.#db}__:`.length;
    redis.on('pmessageBuffer', (_pattern: string, channel: Buffer, event: Buffer) => {
      this.#sink.event(channel.toString('latin1', keyAt), event.toString('latin1'));
    });
    for (const prefix of this.#prefixes) await this.#subscribe(redis, prefix);
  }

  /** TIME on this very connection comes in behind all the events that wait before it. */
  async probeLag(): Promise<number | null> {
    if (!this.#redis) return null;
    const server = millisecondsOf(await this.#redis.time());
    return Math.max(0, this.#clock.now() - server);
  }

  close(): void {
    this.#closed = true;
    this.#redis?.disconnect();
    this.#redis = null;
  }

  async #subscribe(redis: Redis, prefix: LeasePrefix): Promise<void> {
    const leases = Buffer.from(prefix.keyStart, 'latin1').toString();
    await redis.psubscribe(`__keyspace@${this.#db}__:${escapeGlob(leases)}*`);
  }
}
