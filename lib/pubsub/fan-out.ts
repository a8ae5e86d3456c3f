/**
 * All ungrouped subscribers of one topic in this process. They share one reader and one private
 * group; each gets every event, in order.
 */

import type { Connections } from './connections.ts';
import type { Delivery } from './delivery.ts';
import { DeliveryBook } from './delivery-book.ts';
import { decodeEvent, type EventCallback, type PubSubEvent } from './event.ts';
import { messageOf } from './failures.ts';
import type { Settings } from './options.ts';
import { FIRST_ID, isBefore } from './stream-ids.ts';
import type { StreamWriter } from './stream-writer.ts';
import { type StreamEntry, TopicReader } from './topic-reader.ts';

export interface FanOutOptions {
  key: string;
  /** Unique for this topic and process; destroyed at the end. */
  group: string;
  consumer: string;
  startFrom: 'earliest' | 'latest';
}

/** A subscriber that is still being shown what came before it; newer events wait here. */
interface Backlog {
  /** The newest entry to be shown again; unknown before the group exists. */
  until: string | undefined;
  waiting: Delivery[];
}

const REPLAY_PAGE = 200;

export class FanOut {
  readonly #options: FanOutOptions;
  readonly #settings: Settings;
  readonly #connections: Connections;
  readonly #writer: StreamWriter;
  readonly #book: DeliveryBook;
  readonly #reader: TopicReader;
  /** Subscribers by callback; a backlog while they catch up. */
  readonly #members = new Map<EventCallback, Backlog | null>();
  readonly ready: Promise<void>;

  constructor(
    options: FanOutOptions,
    settings: Settings,
    connections: Connections,
    writer: StreamWriter,
  ) {
    this.#options = options;
    this.#settings = settings;
    this.#connections = connections;
    this.#writer = writer;
    // Nobody else reads a private group, so no one could take an entry over: nothing to extend.
    const place = { key: options.key, group: options.group, touch: async () => {} };
    this.#book = new DeliveryBook(place, settings, writer);
    this.#reader = new TopicReader(
      {
        ...options,
        shared: false,
        onEntry: (entry) => this.#deliver(entry),
        holds: (id) => this.#book.holds(id),
        onRound: () => this.#book.round(),
      },
      settings,
      connections,
    );
    this.ready = this.#reader.start();
    this.ready.catch(() => {});
  }

  get size(): number {
    return this.#members.size;
  }

  callbacks(): Iterable<EventCallback> {
    return this.#members.keys();
  }

  /** Adds the subscriber that this fan-out was made for, or one more. */
  async add(callback: EventCallback, startFrom: 'earliest' | 'latest'): Promise<void> {
    const first = this.#members.size === 0;
    if (first || startFrom === 'latest') {
      this.#members.set(callback, null);
      return this.ready;
    }
    const backlog: Backlog = { until: this.#reader.lastId, waiting: [] };
    this.#members.set(callback, backlog);
    await this.ready;
    backlog.until ??= this.#reader.lastId;
    await this.#replay(callback, backlog);
  }

  /** Removes a subscriber. What it held counts as done. */
  async remove(callback: EventCallback): Promise<void> {
    this.#members.delete(callback);
    await Promise.all([...this.#book.deliveries()].map((delivery) => delivery.leave(callback)));
  }

  /** Ends reading and removes the group. */
  async stop(): Promise<void> {
    await this.#reader.stop();
    const { key, group } = this.#options;
    await this.#connections.writer.xgroup('DESTROY', key, group).catch((error: unknown) => {
      this.#settings.logger.debug?.(`pubsub: a group was not removed: ${messageOf(error)}`);
    });
  }

  /** How many deliveries are still in somebody's hands. */
  get held(): number {
    return this.#book.size;
  }

  #deliver(entry: StreamEntry): void {
    const delivery = this.#book.open(entry);
    if (!delivery) return;
    for (const [callback, backlog] of this.#members) {
      if (!backlog) {
        delivery.give(callback, () => performance.now());
      } else if (backlog.until === undefined || isBefore(backlog.until, entry.id)) {
        delivery.reserve(callback);
        backlog.waiting.push(delivery);
      }
    }
    void delivery.seal();
  }

  async #replay(callback: EventCallback, backlog: Backlog): Promise<void> {
    const { key } = this.#options;
    const until = backlog.until ?? FIRST_ID;
    let from = '-';
    try {
      while (this.#members.get(callback) === backlog && until !== FIRST_ID) {
        const redis = this.#connections.writer;
        const page = await redis.xrange(key, from, until, 'COUNT', REPLAY_PAGE);
        for (const [, fields] of page) {
          const event = decodeEvent(fields[1] ?? '');
          if (event) this.#showAgain(callback, event);
        }
        const last = page.at(-1)?.[0];
        if (last === undefined || page.length < REPLAY_PAGE) break;
        from = `(${last}`;
      }
    } finally {
      if (this.#members.get(callback) === backlog) this.#goLive(callback, backlog);
    }
  }

  /** An entry of the past: it was settled for the group, so only a refusal has a consequence. */
  #showAgain(callback: EventCallback, event: PubSubEvent): void {
    const again = { ...event, deliveryAttempt: (event.deliveryAttempt ?? 1) + 1 };
    const refuse = async () => {
      if (again.deliveryAttempt > this.#settings.maxDeliveryAttempts) return;
      await this.#writer.append(this.#options.key, again);
    };
    let settled = false;
    const once = (settle: () => Promise<void>) => async () => {
      if (settled) return;
      settled = true;
      await settle().catch((error: unknown) => {
        this.#settings.logger.warn?.(`pubsub: nack failed: ${messageOf(error)}`);
      });
    };
    const nack = once(refuse);
    try {
      const result = callback(
        event,
        once(async () => {}),
        nack,
        async () => {},
      );
      if (result instanceof Promise) result.catch(nack);
    } catch {
      void nack();
    }
  }

  #goLive(callback: EventCallback, backlog: Backlog): void {
    this.#members.set(callback, null);
    for (const delivery of backlog.waiting) delivery.give(callback, () => performance.now());
  }
}
