/** One subscriber of a named group: its own reader and consumer, events shared with the others. */

import type { Connections } from './connections.ts';
import { DeliveryBook } from './delivery-book.ts';
import type { EventCallback } from './event.ts';
import type { Settings } from './options.ts';
import type { StreamWriter } from './stream-writer.ts';
import { type StreamEntry, TopicReader } from './topic-reader.ts';

export interface GroupMemberOptions {
  key: string;
  group: string;
  /** Unique within the group. */
  consumer: string;
  startFrom: 'earliest' | 'latest';
  callback: EventCallback;
}

export class GroupMember {
  readonly #options: GroupMemberOptions;
  readonly #connections: Connections;
  readonly #book: DeliveryBook;
  readonly #reader: TopicReader;
  readonly ready: Promise<void>;
  #leaving = false;

  constructor(
    options: GroupMemberOptions,
    settings: Settings,
    connections: Connections,
    writer: StreamWriter,
  ) {
    this.#options = options;
    this.#connections = connections;
    const { key, group } = options;
    this.#book = new DeliveryBook({ key, group, touch: (id) => this.#touch(id) }, settings, writer);
    this.#reader = new TopicReader(
      {
        ...options,
        shared: true,
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

  get group(): string {
    return this.#options.group;
  }

  get callback(): EventCallback {
    return this.#options.callback;
  }

  get held(): number {
    return this.#book.size;
  }

  /** Ends reading; the checkpoint of the group stays. Events still held can be settled afterwards. */
  async stop(): Promise<void> {
    this.#leaving = true;
    await this.#reader.stop();
    await this.#forgetConsumer().catch(() => {});
  }

  #deliver(entry: StreamEntry): void {
    if (this.#leaving) {
      void this.#book.handBack(entry);
      return;
    }
    const delivery = this.#book.open(entry);
    if (!delivery) return;
    delivery.give(this.#options.callback, () => performance.now());
    void delivery.seal();
  }

  /** Sets the idle time of a pending entry back to zero without counting a delivery. */
  async #touch(id: string): Promise<void> {
    const { key, group, consumer } = this.#options;
    await this.#connections.writer.call('XCLAIM', key, group, consumer, 0, id, 'JUSTID');
  }

  /** A consumer that owes nothing is removed; one that does is left, so that others can take over. */
  async #forgetConsumer(): Promise<void> {
    const { key, group, consumer } = this.#options;
    const redis = this.#connections.writer;
    const owed = (await redis.call('XPENDING', key, group, '-', '+', 1, consumer)) as unknown[];
    if (owed.length === 0) await redis.xgroup('DELCONSUMER', key, group, consumer);
  }
}
