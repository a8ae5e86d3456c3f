/**
 * Events by name, `__keyevent@<db>__:<event>` with the key as message: for servers that have these
 * switched on for somebody else. All keys of the database come by, and ours are picked out.
 */

import type { Redis } from 'ioredis';
import { prefixOf } from '../table/lease-prefix.ts';
import type { ChangeSource, SourceOptions } from './change-source.ts';
import { serverLag } from './server-lag.ts';
import { subscriberConnection } from './subscriber-connection.ts';

/** Everything that can happen to a string with a TTL. */
const EVENTS = [
  ...['set', 'setrange', 'append', 'incrby', 'incrbyfloat', 'del', 'expire', 'expired'],
  ...['evicted', 'persist', 'rename_from', 'rename_to', 'move_from', 'move_to', 'copy_to'],
  'restore',
];

export class KeyeventSource implements ChangeSource {
  readonly mode = 'keyspace';
  readonly reason = null;
  readonly #options: SourceOptions;
  #redis: Redis | null = null;
  #closed = false;

  constructor(options: SourceOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { sink, prefixes, db, connect } = this.#options;
    const redis = await subscriberConnection(connect, 3, (reason) => {
      if (!this.#closed) sink.lost(reason);
    });
    this.#redis = redis;
    if (this.#closed) redis.disconnect();
    const start = `__keyevent@${db}__:`;
    redis.on('messageBuffer', (channel: Buffer, message: Buffer) => {
      const key = message.toString('latin1');
      if (prefixOf(prefixes, key)) sink.event(key, channel.toString('latin1', start.length));
    });
    await redis.subscribe(...EVENTS.map((event) => start + event));
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
