/** Makes a deployment's worth of leases and keeps them alive. */

import { Redis } from 'ioredis';
import { leaseKeyPrefix } from '../../lib/lease/index.ts';
import type { LoadOptions } from './load-options.ts';

const TICK_MS = 10;
const BATCH = 1000;
const FAR_MS = 86_400_000;

export class Load {
  readonly #options: LoadOptions;
  readonly #redis: Redis;
  readonly #keyStart: string;
  #timer: NodeJS.Timeout | null = null;
  #startedAt = 0;
  #renewed = 0;
  #handedOn = 0;

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#redis = new Redis(options.url);
    this.#keyStart = leaseKeyPrefix(options.prefix);
  }

  get renewed(): number {
    return this.#renewed;
  }

  get handedOn(): number {
    return this.#handedOn;
  }

  /** Writes all leases and the other keys. */
  async fill(): Promise<void> {
    const { leases, otherKeys, renewEveryMs, ttlMs } = this.#options;
    const ttl = renewEveryMs === 0 ? FAR_MS : ttlMs;
    await this.#inBatches(otherKeys, (pipeline, i) =>
      pipeline.set(`session:${i}`, 'x', 'PX', FAR_MS + i),
    );
    // Held longer than filling takes; the first renewal sets the TTL that is meant.
    const first = Math.max(ttl, leases / 10);
    await this.#inBatches(leases, (pipeline, i) =>
      pipeline.set(this.#key(i), ownerOf(i, 0), 'PX', Math.round(first)),
    );
  }

  /** Renews and hands on, evenly over time, until {@link stop}. */
  run(): void {
    this.#startedAt = performance.now();
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#redis.ping();
    this.#redis.disconnect();
  }

  #tick(): void {
    const { leases, renewEveryMs, churn, ttlMs } = this.#options;
    const elapsed = performance.now() - this.#startedAt;
    const pipeline = this.#redis.pipeline();
    const renewals = renewEveryMs === 0 ? 0 : Math.floor((elapsed / renewEveryMs) * leases);
    for (; this.#renewed < renewals; this.#renewed++) {
      pipeline.pexpire(this.#key(this.#renewed % leases), ttlMs);
    }
    const changes = Math.floor((elapsed / 1000) * churn);
    for (; this.#handedOn < changes; this.#handedOn++) {
      // A step that has no divisor in common with round numbers comes by every lease.
      const i = (this.#handedOn * 7919) % leases;
      pipeline.set(this.#key(i), ownerOf(i, this.#handedOn + 1), 'PX', ttlMs);
    }
    if (pipeline.length > 0) void pipeline.exec();
  }

  #key(i: number): string {
    return `${this.#keyStart}acct_${i % 997}\0thread-${i}`;
  }

  async #inBatches(
    total: number,
    add: (pipeline: ReturnType<Redis['pipeline']>, i: number) => unknown,
  ): Promise<void> {
    for (let from = 0; from < total; from += BATCH) {
      const pipeline = this.#redis.pipeline();
      for (let i = from; i < Math.min(from + BATCH, total); i++) add(pipeline, i);
      await pipeline.exec();
    }
  }
}

/** As long as a run id is. */
function ownerOf(i: number, turn: number): string {
  const hex = (n: number, length: number) => n.toString(16).padStart(length, '0');
  return `${hex(i, 8)}-0000-4000-8000-${hex(turn, 12)}`;
}
