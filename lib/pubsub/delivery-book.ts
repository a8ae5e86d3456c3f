/** All entries of one reader that are in the hands of callbacks, or settled and not yet acknowledged. */

import { Delivery } from './delivery.ts';
import { decodeEvent, type PubSubEvent } from './event.ts';
import { messageOf } from './failures.ts';
import type { Settings } from './options.ts';
import type { StreamWriter } from './stream-writer.ts';
import type { StreamEntry } from './topic-reader.ts';

export interface BookPlace {
  key: string;
  group: string;
  /** Tells Redis that our consumer still works on an entry. */
  touch: (id: string) => Promise<void>;
}

export class DeliveryBook {
  readonly #place: BookPlace;
  readonly #settings: Settings;
  readonly #writer: StreamWriter;
  readonly #open = new Map<string, Delivery>();
  readonly #unacknowledged = new Set<string>();

  constructor(place: BookPlace, settings: Settings, writer: StreamWriter) {
    this.#place = place;
    this.#settings = settings;
    this.#writer = writer;
  }

  get size(): number {
    return this.#open.size;
  }

  holds(id: string): boolean {
    return this.#open.has(id) || this.#unacknowledged.has(id);
  }

  /** Opens the delivery of an entry; `null` where it is no event, which is acknowledged at once. */
  open(entry: StreamEntry): Delivery | null {
    const event = entry.text === undefined ? null : decodeEvent(entry.text);
    if (!event) {
      void this.#acknowledge(entry.id);
      return null;
    }
    event.deliveryAttempt = (event.deliveryAttempt ?? 1) + entry.deliveredBefore;
    const settlement = {
      ack: () => this.#closed(entry.id, this.#acknowledge(entry.id)),
      refuse: () => this.#closed(entry.id, this.#refuse(entry.id, event)),
      extend: () => this.#place.touch(entry.id).catch((error) => this.#warn('extend', error)),
    };
    const delivery = new Delivery(event, settlement, performance.now());
    this.#open.set(entry.id, delivery);
    return delivery;
  }

  /** Puts an entry back untouched, for another subscriber of its group. */
  async handBack(entry: StreamEntry): Promise<void> {
    const event = entry.text === undefined ? null : decodeEvent(entry.text);
    if (!event) return this.#acknowledge(entry.id);
    await this.#attempt('hand back', entry.id, () => this.#republish(entry.id, event));
  }

  /** Sends lost acknowledgements again and refuses what was held for too long. */
  round(): void {
    for (const id of this.#unacknowledged) void this.#acknowledge(id);
    const { inFlightTimeoutMs } = this.#settings;
    if (inFlightTimeoutMs === 0) return;
    const now = performance.now();
    for (const delivery of this.#open.values()) {
      if (delivery.heldForMs(now) >= inFlightTimeoutMs) void delivery.giveUp();
    }
  }

  deliveries(): Iterable<Delivery> {
    return this.#open.values();
  }

  async #closed(id: string, settled: Promise<void>): Promise<void> {
    await settled;
    this.#open.delete(id);
  }

  #acknowledge(id: string): Promise<void> {
    const { key, group } = this.#place;
    return this.#attempt('ack', id, () => this.#writer.ack(key, group, id));
  }

  async #refuse(id: string, event: PubSubEvent): Promise<void> {
    const attempt = event.deliveryAttempt ?? 1;
    if (attempt >= this.#settings.maxDeliveryAttempts) {
      this.#settings.logger.warn?.(
        `pubsub: event ${event.id} is dropped after ${attempt} attempts`,
      );
      return this.#acknowledge(id);
    }
    const again = { ...event, deliveryAttempt: attempt + 1 };
    await this.#attempt('nack', id, () => this.#republish(id, again));
  }

  #republish(id: string, event: PubSubEvent): Promise<void> {
    return this.#writer.replace(this.#place.key, this.#place.group, id, event);
  }

  /** A failed write leaves the entry pending; it is remembered, and acknowledged on a later round. */
  async #attempt(what: string, id: string, write: () => Promise<void>): Promise<void> {
    try {
      await write();
      this.#unacknowledged.delete(id);
    } catch (error) {
      if (what === 'ack') this.#unacknowledged.add(id);
      this.#warn(what, error);
    }
  }

  #warn(what: string, error: unknown): void {
    this.#settings.logger.warn?.(`pubsub: ${what} failed: ${messageOf(error)}`);
  }
}
