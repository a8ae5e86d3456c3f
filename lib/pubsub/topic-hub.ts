/** Who subscribes to what in this process, and the deliveries that never leave it. */

import { randomUUID } from 'node:crypto';
import type { Connections } from './connections.ts';
import type { EventCallback, PubSubEvent, SubscribeOptions } from './event.ts';
import { FanOut } from './fan-out.ts';
import { GroupMember } from './group-member.ts';
import type { Settings } from './options.ts';
import type { StreamWriter } from './stream-writer.ts';

interface Topic {
  fanOut: FanOut | null;
  members: GroupMember[];
  /** Next member of a group to get a local event. */
  turn: number;
}

export class TopicHub {
  readonly #settings: Settings;
  readonly #connections: Connections;
  readonly #writer: StreamWriter;
  readonly #topics = new Map<string, Topic>();
  readonly #stopping = new Set<Promise<void>>();
  readonly #consumer = randomUUID();
  #made = 0;

  constructor(settings: Settings, connections: Connections, writer: StreamWriter) {
    this.#settings = settings;
    this.#connections = connections;
    this.#writer = writer;
  }

  /** Registers at once for local events; resolves once events from Redis cannot be missed either. */
  async subscribe(
    topic: string,
    callback: EventCallback,
    options: SubscribeOptions,
  ): Promise<void> {
    const { group, startFrom = 'earliest' } = options;
    try {
      if (group === undefined) await this.#joinFanOut(topic, callback, startFrom);
      else await this.#joinGroup(topic, group, callback, startFrom);
    } catch (error) {
      await this.unsubscribe(topic, callback);
      throw error;
    }
  }

  /** Ends every subscription of this callback to the topic. */
  async unsubscribe(topic: string, callback: EventCallback): Promise<void> {
    const entry = this.#topics.get(topic);
    if (!entry) return;
    const leaving = entry.members.filter((member) => member.callback === callback);
    entry.members = entry.members.filter((member) => member.callback !== callback);
    const stops = leaving.map((member) => member.stop());
    const { fanOut } = entry;
    if (fanOut) {
      stops.push(fanOut.remove(callback));
      if (fanOut.size === 0) {
        entry.fanOut = null;
        stops.push(fanOut.stop());
      }
    }
    if (!entry.fanOut && entry.members.length === 0) this.#topics.delete(topic);
    await this.#tracked(Promise.all(stops).then(() => {}));
  }

  /** Hands an event to the subscribers of this process alone. */
  deliverLocally(topic: string, event: PubSubEvent): void {
    const entry = this.#topics.get(topic);
    if (!entry) return;
    for (const callback of entry.fanOut?.callbacks() ?? []) this.#give(callback, event);
    for (const group of new Set(entry.members.map((member) => member.group))) {
      const members = entry.members.filter((member) => member.group === group);
      const chosen = members[entry.turn++ % members.length];
      if (chosen) this.#give(chosen.callback, event);
    }
  }

  /** How many deliveries are in the hands of callbacks. */
  get held(): number {
    let held = 0;
    for (const { fanOut, members } of this.#topics.values()) {
      held += fanOut?.held ?? 0;
      for (const member of members) held += member.held;
    }
    return held;
  }

  /** Ends all reading. Deliveries in hand can still be settled. */
  async stop(): Promise<void> {
    for (const { fanOut, members } of this.#topics.values()) {
      if (fanOut) void this.#tracked(fanOut.stop());
      for (const member of members) void this.#tracked(member.stop());
    }
    await Promise.allSettled(this.#stopping);
  }

  async #joinFanOut(
    topic: string,
    callback: EventCallback,
    startFrom: 'earliest' | 'latest',
  ): Promise<void> {
    const entry = this.#entry(topic);
    const group = `fan-out:${this.#consumer}:${++this.#made}`;
    const place = { key: this.#keyOf(topic), group, consumer: this.#consumer, startFrom };
    entry.fanOut ??= new FanOut(place, this.#settings, this.#connections, this.#writer);
    await entry.fanOut.add(callback, startFrom);
  }

  async #joinGroup(
    topic: string,
    group: string,
    callback: EventCallback,
    startFrom: 'earliest' | 'latest',
  ): Promise<void> {
    const consumer = `${this.#consumer}:${++this.#made}`;
    const place = { key: this.#keyOf(topic), group, consumer, startFrom, callback };
    const member = new GroupMember(place, this.#settings, this.#connections, this.#writer);
    this.#entry(topic).members.push(member);
    await member.ready;
  }

  #give(callback: EventCallback, event: PubSubEvent): void {
    let settled = false;
    const ack = async () => {
      settled = true;
    };
    const nack = async () => {
      const attempt = event.deliveryAttempt ?? 1;
      if (settled || attempt >= this.#settings.maxDeliveryAttempts) return;
      settled = true;
      setImmediate(() => this.#give(callback, { ...event, deliveryAttempt: attempt + 1 }));
    };
    try {
      const result = callback(event, ack, nack, async () => {});
      if (result instanceof Promise) result.catch(nack);
    } catch {
      void nack();
    }
  }

  #entry(topic: string): Topic {
    const known = this.#topics.get(topic);
    if (known) return known;
    const entry: Topic = { fanOut: null, members: [], turn: 0 };
    this.#topics.set(topic, entry);
    return entry;
  }

  #keyOf(topic: string): string {
    return `${this.#settings.keyPrefix}:${topic}`;
  }

  async #tracked(stopping: Promise<void>): Promise<void> {
    this.#stopping.add(stopping);
    try {
      await stopping;
    } finally {
      this.#stopping.delete(stopping);
    }
  }
}
