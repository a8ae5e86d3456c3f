/**
 * Tells when leases are freed, from keyspace events, over a connection that exists only while
 * somebody waits. Where the server has no events it tells nothing; waiting then rests on asking.
 */

import type { Redis } from 'ioredis';
import { isCluster, type RedisClient } from './script.ts';

const FREEING = new Set(['del', 'expired', 'evicted', 'unlink']);

export class FreedWatch {
  readonly #client: RedisClient;
  readonly #listeners = new Map<string, Set<() => void>>();
  #subscriber: Redis | undefined;

  constructor(client: RedisClient) {
    this.#client = client;
  }

  /** Watches a lease's Redis key; answers the function that ends it. */
  watch(redisKey: string, onFreed: () => void): () => void {
    // In a cluster each node tells only of its own keys: there, waiting rests on asking.
    const client = this.#client;
    if (isCluster(client)) return () => {};
    const channel = `__keyspace@${client.options.db ?? 0}__:${redisKey}`;
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners);
    listeners.add(onFreed);
    if (listeners.size === 1) this.#ask(client, 'subscribe', channel);
    return () => {
      if (!listeners.delete(onFreed) || listeners.size > 0) return;
      this.#listeners.delete(channel);
      if (this.#listeners.size > 0) this.#ask(client, 'unsubscribe', channel);
      else this.#close();
    };
  }

  #ask(client: Redis, command: 'subscribe' | 'unsubscribe', channel: string): void {
    this.#subscriber ??= this.#open(client);
    this.#subscriber[command](channel).catch(() => {
      // Not allowed, or away: events are a hint, whoever waits asks anyway.
    });
  }

  #open(client: Redis): Redis {
    const subscriber = client.duplicate({
      enableOfflineQueue: true,
      autoResubscribe: true,
      maxRetriesPerRequest: null,
    });
    subscriber.on('error', () => {});
    subscriber.on('message', (channel: string, event: string) => {
      if (!FREEING.has(event)) return;
      for (const onFreed of this.#listeners.get(channel) ?? []) onFreed();
    });
    return subscriber;
  }

  #close(): void {
    this.#subscriber?.disconnect();
    this.#subscriber = undefined;
  }
}
