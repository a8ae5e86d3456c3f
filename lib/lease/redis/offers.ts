/**
 * Offers over Redis: advertisements in a hash that are renewed while they hold, announcements in a
 * capped stream that every adopting process reads on a connection of its own, so none is missed
 * over a reconnect.
 */

import { hostname } from 'node:os';
import type { Cluster, Redis } from 'ioredis';
import type { AdopterInfo } from '../adoption/adopters.ts';
import type { AnnouncedOffer } from '../adoption/offer.ts';
import { leaseKeyPrefix, storeKeys } from '../redis-keys.ts';
import { answerWithin } from './deadline.ts';
import { advertise } from './lua-scripts.ts';
import { isCluster, type RedisClient, runScript } from './script.ts';

/** An advertisement holds this long, and is renewed at a third of it. */
const ADVERTISED_MS = 30_000;
const BLOCK_MS = 5000;
const RETRY_MS = 500;
const KEPT_OFFERS = 1000;
const ANSWER_MS = 5000;

type Listener = (offer: AnnouncedOffer) => void;

/** What is written into the stream when a lease was handed to an adopter. */
export interface Announcement {
  redisKey: string | Buffer;
  from: string | Buffer;
  to: string | Buffer;
  fence: string | null;
  ttlMs: number;
  reason: string;
}

/** Tells adopters of a transfer that was made. @throws LeaseError when that could not be done in time. */
export async function announce(
  redis: RedisClient,
  prefix: string,
  offer: Announcement,
): Promise<void> {
  const { redisKey: key, from, to, fence, ttlMs, reason } = offer;
  const fields = { key, from, to, fence: fence ?? '', ttl: ttlMs, reason };
  const stream = storeKeys(prefix).offers;
  const added = redis.xadd(
    stream,
    'MAXLEN',
    '~',
    KEPT_OFFERS,
    '*',
    ...Object.entries(fields).flat(),
  );
  await answerWithin(added, ANSWER_MS, 'announce');
}

/** The receiving side, one for each provider. */
export class OfferInbox {
  readonly #redis: RedisClient;
  readonly #prefix: string;
  readonly #info: string;
  readonly #listeners = new Map<string, Set<Listener>>();
  #reader: Redis | Cluster | undefined;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(redis: RedisClient, prefix: string, actor: string) {
    this.#redis = redis;
    this.#prefix = prefix;
    const info: AdopterInfo = { actor, host: hostname(), pid: process.pid };
    this.#info = JSON.stringify(info);
  }

  /** Advertises an owner until the answered function is called. @throws LeaseError */
  async receive(owner: string, onOffer: Listener): Promise<() => Promise<void>> {
    const listeners = this.#listeners.get(owner) ?? new Set();
    this.#listeners.set(owner, listeners);
    listeners.add(onOffer);
    try {
      // From where to read is settled before anyone can know that we adopt.
      await this.#startReading();
      await this.#advertise(owner);
    } catch (error) {
      void this.#stopReceiving(owner, onOffer);
      throw error;
    }
    return () => this.#stopReceiving(owner, onOffer);
  }

  async #stopReceiving(owner: string, onOffer: Listener): Promise<void> {
    const listeners = this.#listeners.get(owner);
    if (!listeners?.delete(onOffer) || listeners.size > 0) return;
    this.#listeners.delete(owner);
    if (this.#listeners.size === 0) this.#stop();
    // Left undone by an outage it ends by itself.
    await this.#redis.hdel(storeKeys(this.#prefix).adopters, owner).catch(() => {});
  }

  async #startReading(): Promise<void> {
    if (this.#reader) return;
    const stream = storeKeys(this.#prefix).offers;
    const reader = isCluster(this.#redis)
      ? this.#redis.duplicate()
      : this.#redis.duplicate({
          enableOfflineQueue: true,
          maxRetriesPerRequest: null,
          commandTimeout: undefined,
        });
    reader.on('error', () => {});
    this.#reader = reader;
    const asked = this.#redis.xrevrange(stream, '+', '-', 'COUNT', 1);
    const [newest] = await answerWithin(asked, ANSWER_MS, 'read offers');
    void this.#read(reader, stream, newest?.[0] ?? '0-0');
    this.#heartbeat ??= setInterval(() => this.#renewAll(), ADVERTISED_MS / 3);
    this.#heartbeat.unref();
  }

  async #read(reader: Redis | Cluster, stream: string, after: string): Promise<void> {
    let last = after;
    while (reader === this.#reader) {
      try {
        const replies = await reader.xread(
          'COUNT',
          100,
          'BLOCK',
          BLOCK_MS,
          'STREAMS',
          stream,
          last,
        );
        for (const [id, fields] of replies?.[0]?.[1] ?? []) {
          last = id;
          this.#deliver(fields);
        }
      } catch {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
  }

  #deliver(fields: string[]): void {
    const value = (name: string) => fields[fields.indexOf(name) + 1] ?? '';
    const leasePrefix = leaseKeyPrefix(this.#prefix);
    const [redisKey, owner] = [value('key'), value('to')];
    if (!redisKey.startsWith(leasePrefix)) return;
    const offer = {
      key: redisKey.slice(leasePrefix.length),
      from: value('from'),
      owner,
      fence: value('fence') || undefined,
      ttlMs: Number(value('ttl')),
      reason: value('reason'),
    };
    for (const onOffer of this.#listeners.get(owner) ?? []) onOffer(offer);
  }

  #renewAll(): void {
    // A missed beat is made up by the next one: the advertisement holds for three.
    for (const owner of this.#listeners.keys()) this.#advertise(owner).catch(() => {});
  }

  async #advertise(owner: string): Promise<void> {
    const keys = [storeKeys(this.#prefix).adopters];
    const asked = runScript(this.#redis, advertise, keys, [owner, this.#info, ADVERTISED_MS]);
    await answerWithin(asked, ANSWER_MS, 'advertise');
  }

  #stop(): void {
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
    this.#reader?.disconnect();
    this.#reader = undefined;
  }
}
