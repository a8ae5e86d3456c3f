/** Makes changes of owner, some with our library and some without, and keeps a log of its own. */

import type { Redis } from 'ioredis';
import { leaseKeyPrefix, RedisLeaseProvider } from '../../lease/index.ts';
import type { HistoryEvent } from '../entry.ts';

const TTL_MS = 30_000;

export interface MadeChange {
  event: HistoryEvent;
  from: string | null;
  to: string | null;
  /** When it was asked for, milliseconds on this machine's clock. */
  at: number;
}

/** What was done to each lease, in order. */
export type MakersLog = Map<string, MadeChange[]>;

interface MakerOptions {
  redis: Redis;
  prefix: string;
  /** Changes in a second, half of them by the library. */
  perSecond: number;
  /** How many leases are changed of each sort. */
  leases: number;
  /**
   * The least time between two changes of one lease, from the answer to one until the next is sent:
   * the server took them in no nearer. Nearer ones may be seen as one.
   */
  apartMs: number;
}

/** Changes leases until stopped. */
export class ChangeMaker {
  readonly log: MakersLog = new Map();
  readonly #options: MakerOptions;
  readonly #library: RedisLeaseProvider;
  readonly #owners = new Map<string, string | null>();
  readonly #changedAt = new Map<string, number>();
  #count = 0;
  #stopped = false;
  #running: Promise<void> | null = null;

  constructor(options: MakerOptions) {
    this.#options = options;
    const { redis, prefix } = options;
    this.#library = new RedisLeaseProvider({ redis, keyPrefix: prefix, actor: 'maker' });
  }

  get count(): number {
    return this.#count;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    const startedAt = performance.now();
    while (!this.#stopped) {
      const due = ((performance.now() - startedAt) / 1000) * this.#options.perSecond;
      const batch: Promise<void>[] = [];
      while (this.#count < due) {
        this.#count += 1;
        const sort = this.#count % 2 === 0 ? 'library' : 'foreign';
        const key = `${sort}-${Math.floor(Math.random() * this.#options.leases)}`;
        batch.push(sort === 'library' ? this.#byLibrary(key) : this.#byHand(key));
      }
      await Promise.all(batch);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async #byLibrary(key: string): Promise<void> {
    const turn = this.#turn(key);
    if (!turn) return;
    const { from, to } = turn;
    if (from === null && to) await this.#library.acquireLease(key, to, TTL_MS);
    else if (from && to) await this.#library.transferLease(key, from, to, TTL_MS);
    else if (from) await this.#library.releaseLease(key, from);
    this.#done(key);
  }

  async #byHand(key: string): Promise<void> {
    const turn = this.#turn(key);
    if (!turn) return;
    const redisKey = leaseKeyPrefix(this.#options.prefix) + key;
    if (turn.to) await this.#options.redis.set(redisKey, turn.to, 'PX', TTL_MS);
    else await this.#options.redis.del(redisKey);
    this.#done(key);
  }

  /** The next change of a lease; `null` while its last one is under way or too near. */
  #turn(key: string): MadeChange | null {
    const changedAt = this.#changedAt.get(key) ?? Number.NEGATIVE_INFINITY;
    if (performance.now() - changedAt < this.#options.apartMs) return null;
    this.#changedAt.set(key, Number.POSITIVE_INFINITY);
    const from = this.#owners.get(key) ?? null;
    const toNobody = from !== null && Math.random() < 0.5;
    // Few owners, so that the same one comes again and again.
    const others = ['run-1', 'run-2', 'run-3'].filter((owner) => owner !== from);
    const to = toNobody ? null : (others[Math.floor(Math.random() * others.length)] ?? null);
    const event = to === null ? 'released' : from === null ? 'acquired' : 'transferred';
    const change: MadeChange = { event, from, to, at: Date.now() };
    this.#owners.set(key, to);
    const log = this.log.get(key) ?? [];
    log.push(change);
    this.log.set(key, log);
    return change;
  }

  #done(key: string): void {
    this.#changedAt.set(key, performance.now());
  }
}
