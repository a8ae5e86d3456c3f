/**
 * Reads a thread's stream cheaply: its newest entries once, afterwards only what was added. A
 * thread that moves faster than it is looked at is caught up with by its newest entries alone.
 */

import type { Cluster, Redis } from 'ioredis';
import { threadStreamKey } from '../keys/thread-stream.ts';
import { parseThreadEvent } from './thread-event.ts';
import { ThreadState } from './thread-state.ts';

export type RedisClient = Redis | Cluster;

type Entry = [id: string, fields: string[]];

const TAIL = 100;
const MOST_NEW = 300;

export class ThreadTail {
  readonly #key: string;
  readonly state = new ThreadState();
  #lastId: string | null = null;
  #exists = false;

  constructor(prefix: string, threadKey: string) {
    this.#key = threadStreamKey(prefix, threadKey);
  }

  /** False where the thread has no stream: then nothing is known of its runs. */
  get exists(): boolean {
    return this.#exists;
  }

  get lastId(): string | null {
    return this.#lastId;
  }

  /** Reads what is new. @throws what Redis answers; what was known stays. */
  async update(redis: RedisClient): Promise<void> {
    if (this.#lastId === null) return this.#readTail(redis);
    const added = await redis.xrange(this.#key, `(${this.#lastId}`, '+', 'COUNT', MOST_NEW);
    if (added.length < MOST_NEW) {
      this.#apply(added);
      return;
    }
    this.state.forgetWaiting();
    await this.#readTail(redis);
  }

  /** How many consumer groups the stream has. */
  async attached(redis: RedisClient): Promise<number> {
    const groups = await redis.xinfo('GROUPS', this.#key).catch(() => []);
    return (groups as unknown[]).length;
  }

  async #readTail(redis: RedisClient): Promise<void> {
    const newest = await redis.xrevrange(this.#key, '+', '-', 'COUNT', TAIL);
    this.#apply(newest.reverse());
    // A subscriber makes the stream before the first run says anything.
    this.#exists = newest.length > 0 || (await redis.exists(this.#key)) === 1;
  }

  #apply(entries: Entry[]): void {
    for (const [id, fields] of entries) {
      this.#lastId = id;
      const event = parseThreadEvent(id, fields[fields.indexOf('event') + 1] ?? '');
      if (event) this.state.apply(event);
    }
  }
}
