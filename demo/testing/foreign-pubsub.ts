/**
 * Another backend of Mastra's on the same Redis, written with another client and plain commands,
 * so that tests can tell whether ours gets along with one that knows nothing of it.
 */

import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';
import type { EventCallback, NewEvent, PubSubEvent } from '../../lib/pubsub/index.ts';

type Client = ReturnType<typeof createClient>;

const RENEW = `if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`;
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1]) end return 0`;
const TRANSFER = `if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) return 1 end return 0`;

interface Subscription {
  reader: Client;
  group: string;
  ended: boolean;
}

export class ForeignPubSub {
  readonly supportedModes = ['pull'] as const;
  readonly supportsNativeBatching = false;
  readonly supportsOffsets = false;
  readonly #client: Client;
  readonly #prefix: string;
  readonly #subscriptions = new Map<string, Map<EventCallback, Subscription>>();

  private constructor(client: Client, prefix: string) {
    this.#client = client;
    this.#prefix = prefix;
  }

  static async connect(url: string, prefix: string): Promise<ForeignPubSub> {
    const client = createClient({ url });
    client.on('error', () => {});
    await client.connect();
    return new ForeignPubSub(client, prefix);
  }

  async publish(topic: string, event: NewEvent): Promise<void> {
    const stamped = { ...event, id: randomUUID(), createdAt: new Date(), deliveryAttempt: 1 };
    await this.#client.xAdd(this.#key(topic), '*', { event: JSON.stringify(stamped) });
  }

  async subscribe(topic: string, callback: EventCallback): Promise<void> {
    const reader = this.#client.duplicate();
    reader.on('error', () => {});
    await reader.connect();
    const group = `foreign-${randomUUID()}`;
    await reader.xGroupCreate(this.#key(topic), group, '0', { MKSTREAM: true });
    const subscription: Subscription = { reader, group, ended: false };
    const callbacks = this.#subscriptions.get(topic) ?? new Map();
    this.#subscriptions.set(topic, callbacks.set(callback, subscription));
    void this.#read(topic, callback, subscription).catch(() => {});
  }

  async unsubscribe(topic: string, callback: EventCallback): Promise<void> {
    const subscription = this.#subscriptions.get(topic)?.get(callback);
    this.#subscriptions.get(topic)?.delete(callback);
    if (!subscription) return;
    subscription.ended = true;
    subscription.reader.destroy();
    await this.#client.xGroupDestroy(this.#key(topic), subscription.group).catch(() => {});
  }

  async flush(): Promise<void> {}

  async clearTopic(topic: string): Promise<void> {
    await this.#client.del(this.#key(topic));
  }

  async getHistory(): Promise<PubSubEvent[]> {
    return [];
  }

  async acquireLease(key: string, owner: string, ttlMs: number) {
    const lease = this.#lease(key);
    const free = await this.#client.set(lease, owner, {
      condition: 'NX',
      expiration: { type: 'PX', value: ttlMs },
    });
    if (free) return { acquired: true, owner };
    if (await this.renewLease(key, owner, ttlMs)) return { acquired: true, owner };
    return { acquired: false, owner: (await this.#client.get(lease)) ?? undefined };
  }

  async getLeaseOwner(key: string): Promise<string | undefined> {
    return (await this.#client.get(this.#lease(key))) ?? undefined;
  }

  async releaseLease(key: string, owner: string): Promise<void> {
    await this.#eval(RELEASE, key, [owner]);
  }

  async renewLease(key: string, owner: string, ttlMs: number): Promise<boolean> {
    return (await this.#eval(RENEW, key, [owner, String(ttlMs)])) === 1;
  }

  async transferLease(key: string, from: string, to: string, ttlMs: number): Promise<boolean> {
    return (await this.#eval(TRANSFER, key, [from, to, String(ttlMs)])) === 1;
  }

  close(): void {
    for (const callbacks of this.#subscriptions.values()) {
      for (const subscription of callbacks.values()) {
        subscription.ended = true;
        subscription.reader.destroy();
      }
    }
    this.#client.destroy();
  }

  async #read(topic: string, callback: EventCallback, subscription: Subscription): Promise<void> {
    const { reader, group } = subscription;
    const from = { key: this.#key(topic), id: '>' };
    while (!subscription.ended) {
      const streams = await reader.xReadGroup(group, 'c', from, { COUNT: 10, BLOCK: 500 });
      for (const { id, message } of messagesOf(streams)) {
        const event = JSON.parse(message.event ?? '{}');
        const ack = async () => {
          await this.#client.xAck(this.#key(topic), group, id);
        };
        const given = { ...event, createdAt: new Date(event.createdAt) };
        void Promise.resolve(callback(given, ack, async () => {})).catch(() => {});
      }
    }
  }

  #eval(script: string, key: string, args: string[]): Promise<unknown> {
    return this.#client.eval(script, { keys: [this.#lease(key)], arguments: args });
  }

  #key(topic: string): string {
    return `${this.#prefix}:${topic}`;
  }

  #lease(key: string): string {
    return `${this.#prefix}:lease:${key}`;
  }
}

interface Message {
  id: string;
  message: Record<string, string>;
}

function messagesOf(streams: unknown): Message[] {
  const [stream] = (streams ?? []) as { messages: Message[] }[];
  return stream?.messages ?? [];
}
