/**
 * The server's own tracking for client caches, by prefix. It tells names without what happened to
 * them, but works where event flags can be neither seen nor set.
 */

import type { Redis } from 'ioredis';
import type { ChangeSource, SourceOptions } from './change-source.ts';
import { subscriberConnection } from './subscriber-connection.ts';

const CHANNEL = '__redis__:invalidate';

export class TrackingSource implements ChangeSource {
  readonly mode = 'tracking';
  readonly reason: string;
  readonly #options: SourceOptions;
  #redis: Redis | null = null;
  #closed = false;

  constructor(options: SourceOptions, reason: string) {
    this.#options = options;
    this.reason = reason;
  }

  async start(): Promise<void> {
    const { sink, connect, prefixes } = this.#options;
    // The client drops what the newer protocol pushes, so the news come as messages of the older.
    const redis = await subscriberConnection(connect, 2, (reason) => {
      if (!this.#closed) sink.lost(reason);
    });
    this.#redis = redis;
    if (this.#closed) redis.disconnect();
    redis.on('messageBuffer', (_channel: Buffer, keys: Buffer[] | null) => {
      if (keys === null) sink.flushed();
      else for (const key of keys) sink.touched(key.toString('latin1'));
    });
    const id = await redis.client('ID');
    const starts = withoutNested(prefixes.map((prefix) => prefix.keyStart));
    const args = starts.flatMap((start) => ['PREFIX', Buffer.from(start, 'latin1')]);
    await redis.call('CLIENT', 'TRACKING', 'ON', 'REDIRECT', String(id), 'BCAST', ...args);
    await redis.subscribe(CHANNEL);
  }

  /** How long the server's answer took in all: it comes in behind the news that wait. */
  async probeLag(): Promise<number | null> {
    if (!this.#redis) return null;
    const sent = performance.now();
    await this.#redis.ping();
    return performance.now() - sent;
  }

  close(): void {
    this.#closed = true;
    this.#redis?.disconnect();
    this.#redis = null;
  }
}

/** The server refuses a prefix that begins with another one of the same connection. */
function withoutNested(starts: readonly string[]): string[] {
  return starts.filter(
    (start) => !starts.some((other) => other !== start && start.startsWith(other)),
  );
}
