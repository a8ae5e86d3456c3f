/**
 * Event delivery between processes over Redis Streams, in the shape that Mastra expects of a
 * pubsub, and the five lease methods on the same object, where Mastra looks for them.
 */

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { AcquireResult, GrantGuard, LeaseProvider } from '../lease/contract.ts';
import { RedisLeaseProvider } from '../lease/index.ts';
import { Connections } from './connections.ts';
import type { EventCallback, NewEvent, PubSubEvent, SubscribeOptions } from './event.ts';
import { messageOf } from './failures.ts';
import { type RedisStreamsPubSubOptions, type Settings, settingsOf } from './options.ts';
import { ProcessAnnouncer } from './process-card.ts';
import { StreamWriter } from './stream-writer.ts';
import { TopicHub } from './topic-hub.ts';

/** How long `close` waits for handlers that still hold events. */
const DRAIN_MS = 5_000;
const DRAIN_STEP_MS = 10;

/** Thrown by `publish` and `subscribe` after `close`. */
export class PubSubClosedError extends Error {
  override name = 'PubSubClosedError';
  readonly code = 'ERR_PUBSUB_CLOSED';
}

export class RedisStreamsPubSub implements LeaseProvider {
  readonly #settings: Settings;
  readonly #connections: Connections;
  readonly #writer: StreamWriter;
  readonly #hub: TopicHub;
  readonly #announcer: ProcessAnnouncer | null;
  readonly #publishing = new Set<Promise<void>>();
  #leases: LeaseProvider | undefined;
  #closing: Promise<void> | undefined;
  #closed = false;

  /** @throws PubSubOptionError for an option that cannot be meant. */
  constructor(options: RedisStreamsPubSubOptions = {}) {
    this.#settings = settingsOf(options);
    this.#connections = new Connections(options, this.#settings.logger);
    const { writer } = this.#connections;
    this.#writer = new StreamWriter(writer, this.#settings);
    this.#hub = new TopicHub(this.#settings, this.#connections, this.#writer);
    const { keyPrefix, logger } = this.#settings;
    this.#announcer =
      options.process === false
        ? null
        : new ProcessAnnouncer(writer, keyPrefix, options.process ?? {}, logger);
  }

  get supportedModes(): readonly ['pull'] {
    return ['pull'];
  }

  get supportsNativeBatching(): boolean {
    return false;
  }

  get supportsOffsets(): boolean {
    return false;
  }

  /**
   * Publishes an event; resolves once Redis has it. Waits while the server is away, at least once:
   * a reply lost with a connection can make an event appear twice, with the same `id`.
   * `localOnly` events reach the subscribers of this process alone, as the object they are.
   * @throws PubSubClosedError after `close`.
   */
  async publish(topic: string, event: NewEvent, options?: { localOnly?: boolean }): Promise<void> {
    this.#refuseWhenClosed('publish');
    const stamped = stamp(event);
    if (options?.localOnly) {
      this.#hub.deliverLocally(topic, stamped);
      return;
    }
    this.#noteSource(stamped);
    const written = this.#writer.append(this.#keyOf(topic), stamped);
    this.#publishing.add(written);
    try {
      await written;
    } finally {
      this.#publishing.delete(written);
    }
  }

  /**
   * Subscribes; resolves once nothing published from now on can be missed.
   * @throws PubSubClosedError after `close`, or what Redis answered when it could not be reached.
   */
  async subscribe(
    topic: string,
    callback: EventCallback,
    options: SubscribeOptions = {},
  ): Promise<void> {
    if (this.#closing) this.#refuse('subscribe');
    await this.#hub.subscribe(topic, callback, options);
  }

  /** The same as `subscribe`: a new subscription begins with what the stream still holds. */
  async subscribeWithReplay(topic: string, callback: EventCallback): Promise<void> {
    await this.subscribe(topic, callback);
  }

  /** Streams have no numeric offsets: everything retained is replayed, and a warning logged. */
  async subscribeFromOffset(topic: string, offset: number, callback: EventCallback): Promise<void> {
    if (offset !== 0) {
      this.#settings.logger.warn?.('pubsub: offsets are not supported, all retained is replayed');
    }
    await this.subscribe(topic, callback);
  }

  async getHistory(_topic: string, _offset?: number): Promise<PubSubEvent[]> {
    return [];
  }

  /** Ends every subscription of this callback to the topic. What it still held counts as done. */
  async unsubscribe(topic: string, callback: EventCallback): Promise<void> {
    await this.#hub.unsubscribe(topic, callback);
  }

  /** Waits for the publishes under way. Their failures reach their own callers. */
  async flush(): Promise<void> {
    while (this.#publishing.size > 0) await Promise.allSettled(this.#publishing);
  }

  /** Deletes a topic's stream and all its groups. Never throws: a failure is logged. */
  async clearTopic(topic: string): Promise<void> {
    await this.#quietly('clearTopic', () => this.#writer.clear(this.#keyOf(topic)));
  }

  /** Deletes what one run published to a topic, where given only what is older. Never throws. */
  async trimTopic(
    topic: string,
    options: { runId: string; producedBefore?: Date | number },
  ): Promise<void> {
    const before = Number(options.producedBefore ?? Number.POSITIVE_INFINITY);
    await this.#quietly('trimTopic', () =>
      this.#writer.trim(this.#keyOf(topic), options.runId, before),
    );
  }

  /** Ends reading, lets handlers finish what they hold (up to 5 s), waits for publishes, disconnects. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async acquireLease(key: string, owner: string, ttlMs: number): Promise<AcquireResult> {
    if (this.#closing) return { acquired: false };
    return this.#leaseProvider().acquireLease(key, owner, ttlMs);
  }

  async getLeaseOwner(key: string): Promise<string | undefined> {
    if (this.#closing) return undefined;
    return this.#leaseProvider().getLeaseOwner(key);
  }

  async releaseLease(key: string, owner: string, guard?: GrantGuard): Promise<void> {
    if (this.#closed) return;
    await this.#leaseProvider().releaseLease(key, owner, guard);
  }

  async renewLease(
    key: string,
    owner: string,
    ttlMs: number,
    guard?: GrantGuard,
  ): Promise<boolean> {
    if (this.#closed) return false;
    return this.#leaseProvider().renewLease(key, owner, ttlMs, guard);
  }

  async transferLease(key: string, from: string, to: string, ttlMs: number): Promise<boolean> {
    if (this.#closed) return false;
    return this.#leaseProvider().transferLease(key, from, to, ttlMs);
  }

  #leaseProvider(): LeaseProvider {
    this.#leases ??= new RedisLeaseProvider({
      redis: this.#connections.leases,
      keyPrefix: this.#settings.keyPrefix,
      actor: this.#announcer?.service,
    });
    return this.#leases;
  }

  async #close(): Promise<void> {
    await this.#hub.stop();
    const giveUpAt = performance.now() + DRAIN_MS;
    while (this.#hub.held > 0 && performance.now() < giveUpAt) await delay(DRAIN_STEP_MS);
    await this.flush();
    this.#closed = true;
    await this.#announcer?.stop();
    await this.#connections.close();
  }

  /** A run that registers tells the id under which the runs of this process are known. */
  #noteSource(event: PubSubEvent): void {
    if (event.type !== 'run-registered') return;
    const sourceId: unknown = event.data?.sourceId;
    if (typeof sourceId === 'string') this.#announcer?.publishes(sourceId);
  }

  async #quietly(what: string, work: () => Promise<void>): Promise<void> {
    if (this.#closed) return;
    try {
      await work();
    } catch (error) {
      this.#settings.logger.warn?.(`pubsub: ${what} failed: ${messageOf(error)}`);
    }
  }

  #keyOf(topic: string): string {
    return `${this.#settings.keyPrefix}:${topic}`;
  }

  #refuseWhenClosed(what: string): void {
    if (this.#closed) this.#refuse(what);
  }

  #refuse(what: string): never {
    throw new PubSubClosedError(`cannot ${what}: the pubsub is closed`);
  }
}

function stamp(event: NewEvent): PubSubEvent {
  return { ...event, id: randomUUID(), createdAt: new Date(), deliveryAttempt: 1 };
}
