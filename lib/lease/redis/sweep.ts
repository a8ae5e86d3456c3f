/**
 * Ends the records of leases that ran out without anybody noticing: a crashed owner leaves one
 * behind, and where no dashboard watches nobody else would write down its end. As Redis does with
 * expired keys: now and then a small sample, and more at once when much of it is stale.
 */

import type { LeaseKeys } from './lease-keys.ts';
import { sweep } from './lua-scripts.ts';
import { parseRecord } from './record.ts';
import { type RedisClient, runScript } from './script.ts';

const EVERY_MS = 1000;
const SAMPLE = 32;
const STALE_SHARE = 0.25;
const MOST_ROUNDS = 20;

export class Sweeper {
  readonly #redis: RedisClient;
  readonly #now: () => number;
  #nextAt = Number.NEGATIVE_INFINITY;
  #running = false;

  constructor(redis: RedisClient, now: () => number) {
    this.#redis = redis;
    this.#now = now;
  }

  /**
   * Sweeps beside what the caller does, if it is time to. Never throws: what is left is swept
   * another time.
   */
  nudge(beside: LeaseKeys, serverMs: number): void {
    if (this.#running || this.#now() < this.#nextAt) return;
    this.#running = true;
    this.#rounds(beside.keys, serverMs)
      .catch(() => {})
      .finally(() => {
        this.#running = false;
        this.#nextAt = this.#now() + EVERY_MS;
      });
  }

  async #rounds([, ...kept]: LeaseKeys['keys'], serverMs: number): Promise<void> {
    const held = kept[0] ?? '';
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const sample = await this.#redis.hrandfieldBuffer(held, SAMPLE, 'WITHVALUES');
      // Field and value in turn, or in pairs, as the protocol's version has it.
      const pairs = [sample ?? []].flat(2) as Buffer[];
      const stale = pairs.filter((_, at) => {
        const record = at % 2 === 0 ? parseRecord(pairs[at + 1] ?? Buffer.alloc(0)) : null;
        return record !== null && record.deadlineMs < serverMs;
      });
      const keysOf = (lease: Buffer) => [lease, ...kept];
      await Promise.all(stale.map((lease) => runScript(this.#redis, sweep, keysOf(lease), [])));
      if (stale.length < SAMPLE * STALE_SHARE) return;
    }
  }
}
