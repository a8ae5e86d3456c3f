/**
 * Who a process says it is. Each pubsub keeps one card in the hash `leaseboard:{<prefix>}:instances`,
 * so that a dashboard can name the process behind a run instead of showing a random id.
 */

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import { cutText, timeOrNull } from '../keys/foreign-values.ts';
import { storeKeys } from '../lease/redis-keys.ts';
import type { ProcessIntroduction, PubSubLogger, RedisClient } from './options.ts';

export interface ProcessCard {
  id: string;
  service: string;
  host: string;
  pid: number;
  version: string | null;
  /** The id under which Mastra's runs name their process; `null` until one was published. */
  sourceId: string | null;
  /** When the process first said so, milliseconds on Redis' clock; `null` where it does not tell. */
  since: number | null;
  /** When the process last said so, milliseconds on Redis' clock. */
  seenAt: number;
}

/** A card and whether its process still renews it. */
export interface Instance extends ProcessCard {
  alive: boolean;
}

const RENEW_MS = 4_000;
/**
 * A card not renewed for this long belongs to a process that is gone, or cut off. Shorter than a
 * thread lease: by the time another process can run there, the dead one is known to be dead.
 */
export const CARD_TTL_MS = 10_000;
/** For this long the card of a dead process still tells who it was. */
const FORGOTTEN_AFTER_MS = 60 * 60_000;

/** The processes that announced themselves, newest sign of life first; dead ones for an hour. */
export async function listInstances(redis: RedisClient, prefix: string): Promise<Instance[]> {
  const [cards, now] = await Promise.all([readCards(redis, prefix), serverTime(redis)]);
  return cards
    .map(parseCard)
    .filter((card) => card !== null)
    .map((card) => ({ ...card, seenAt: Math.min(card.seenAt, now) }))
    .filter((card) => now - card.seenAt < FORGOTTEN_AFTER_MS)
    .map((card) => ({ ...card, alive: now - card.seenAt < CARD_TTL_MS }))
    .sort((one, other) => other.seenAt - one.seenAt);
}

/** More processes than this are not read: whoever can write to Redis can announce a million. */
const MOST_CARDS = 2_000;
const CARDS_AT_ONCE = 500;

async function readCards(redis: RedisClient, prefix: string): Promise<string[]> {
  const cards: string[] = [];
  let cursor = '0';
  do {
    const key = storeKeys(prefix).instances;
    const [next, pairs] = await redis.hscan(key, cursor, 'COUNT', CARDS_AT_ONCE);
    for (let at = 1; at < pairs.length; at += 2) cards.push(pairs[at] ?? '');
    cursor = next;
  } while (cursor !== '0' && cards.length < MOST_CARDS);
  return cards.slice(0, MOST_CARDS);
}

export class ProcessAnnouncer {
  readonly #redis: RedisClient;
  readonly #key: string;
  readonly #logger: PubSubLogger;
  readonly #card: Omit<ProcessCard, 'seenAt' | 'since'>;
  readonly #timer: NodeJS.Timeout;
  #since: number | null = null;
  #failed = false;

  constructor(
    redis: RedisClient,
    prefix: string,
    introduction: ProcessIntroduction,
    logger: PubSubLogger,
  ) {
    this.#redis = redis;
    this.#key = storeKeys(prefix).instances;
    this.#logger = logger;
    this.#card = {
      id: randomUUID(),
      service: introduction.service ?? basename(process.argv[1] ?? 'node'),
      host: introduction.host ?? hostname(),
      pid: process.pid,
      version: introduction.version ?? null,
      sourceId: null,
    };
    this.#timer = setInterval(() => void this.#announce(), RENEW_MS);
    this.#timer.unref();
    void this.#announce().then(() => this.#forgetTheDead());
  }

  get id(): string {
    return this.#card.id;
  }

  get service(): string {
    return this.#card.service;
  }

  /** Notes the source id that this process gives to its runs. */
  publishes(sourceId: string): void {
    if (this.#card.sourceId === sourceId) return;
    this.#card.sourceId = sourceId;
    void this.#announce();
  }

  /** Takes the card away. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    if (!this.#failed) await this.#redis.hdel(this.#key, this.#card.id).catch(() => {});
  }

  async #announce(): Promise<void> {
    try {
      const seenAt = await serverTime(this.#redis);
      this.#since ??= seenAt;
      const card: ProcessCard = { ...this.#card, since: this.#since, seenAt };
      await this.#redis.hset(this.#key, card.id, JSON.stringify(card));
      this.#failed = false;
    } catch (error) {
      // A server that forbids it is no reason to disturb the application: say so once.
      if (!this.#failed) this.#logger.warn?.(`pubsub: process is not announced: ${error}`);
      this.#failed = true;
    }
  }

  async #forgetTheDead(): Promise<void> {
    try {
      const [cards, now] = await Promise.all([
        this.#redis.hgetall(this.#key),
        serverTime(this.#redis),
      ]);
      const dead = Object.entries(cards).filter(([, text]) => {
        const card = parseCard(text);
        return !card || now - card.seenAt >= FORGOTTEN_AFTER_MS;
      });
      if (dead.length > 0) await this.#redis.hdel(this.#key, ...dead.map(([id]) => id));
    } catch {
      // The next process to start tries again.
    }
  }
}

/** Far above what a card has. */
const LONGEST_CARD = 4_096;
const LONGEST_NAME = 128;

function parseCard(text: string): ProcessCard | null {
  if (text.length > LONGEST_CARD) return null;
  try {
    const card = JSON.parse(text) as Partial<ProcessCard> | null;
    if (typeof card?.id !== 'string' || typeof card.seenAt !== 'number') return null;
    if (timeOrNull(card.seenAt) === null) return null;
    const named = (value: unknown) => cutText(String(value ?? 'unknown'), LONGEST_NAME);
    return {
      id: card.id,
      service: named(card.service),
      host: named(card.host),
      pid: timeOrNull(Number(card.pid ?? 0)) ?? 0,
      version: typeof card.version === 'string' ? named(card.version) : null,
      sourceId: typeof card.sourceId === 'string' ? card.sourceId : null,
      since: typeof card.since === 'number' ? timeOrNull(card.since) : null,
      seenAt: card.seenAt,
    };
  } catch {
    return null;
  }
}

/** Redis' clock, milliseconds. */
async function serverTime(redis: RedisClient): Promise<number> {
  const [seconds, micros] = (await redis.time()) as (string | number)[];
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
}
