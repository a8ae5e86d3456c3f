/**
 * Reads a thread's stream cheaply: its newest entries once, afterwards only what was added. What is
 * older than the newest entries is read step by step, or at once where the answer depends on it.
 */

import type { Cluster, Redis } from 'ioredis';
import { threadStreamKey } from '../keys/thread-stream.ts';
import { parseThreadEvent } from './thread-event.ts';
import { ThreadState } from './thread-state.ts';

export type RedisClient = Redis | Cluster;

type Entry = [id: string, fields: string[]];

/** A reading of the whole stream, oldest entry first, that has not yet reached the newest one. */
interface Rereading {
  state: ThreadState;
  from: string;
}

export interface UpdateOptions {
  /** The run that must be known: a stream that hides its registration is read as a whole. */
  owner?: string | null;
  /** Reads everything that the stream holds before answering. */
  whole?: boolean;
}

const TAIL = 100;
const PAGE = 1_000;
/** Twice the usual cap of a stream: a writer that is faster than this is caught up with later. */
const MOST_PAGES = 20;
const USUAL_CAP = 10_000;

export class ThreadTail {
  readonly #key: string;
  #state = new ThreadState();
  #lastId: string | null = null;
  #rereading: Rereading | null = null;
  /** Whether entries are gone that were never read. */
  #missed = false;
  #exists = false;

  constructor(prefix: string, threadKey: string) {
    this.#key = threadStreamKey(prefix, threadKey);
  }

  get state(): ThreadState {
    return this.#state;
  }

  /** False where the thread has no stream: then nothing is known of its runs. */
  get exists(): boolean {
    return this.#exists;
  }

  get lastId(): string | null {
    return this.#lastId;
  }

  /** Whether there may be messages that were not counted. */
  get countsAreAtLeast(): boolean {
    return this.#missed || this.#rereading !== null || this.#state.forgotMessages;
  }

  /** Reads what is new. @throws what Redis answers; what was known stays. */
  async update(redis: RedisClient, { owner = null, whole = false }: UpdateOptions = {}) {
    if (this.#lastId === null) await this.#readTail(redis);
    else await this.#readNew(redis, this.#lastId);
    if (!this.#rereading) return;
    const hidden = owner !== null && !this.#state.run(owner)?.streamId;
    const needed = whole || hidden || this.#state.waiting.length > 0;
    for (let page = 0; this.#rereading && page < (needed ? MOST_PAGES : 1); page++) {
      await this.#reread(redis, this.#rereading);
    }
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
    if (newest.length === TAIL) this.#rereading = { state: new ThreadState(), from: '-' };
  }

  /** Begins with the entry read last: where it is gone, entries after it may be gone as well. */
  async #readNew(redis: RedisClient, lastId: string): Promise<void> {
    let from = lastId;
    for (let page = 0; page < MOST_PAGES; page++) {
      const entries = await redis.xrange(this.#key, from, '+', 'COUNT', PAGE);
      const [first] = entries;
      if (page === 0 && first) {
        if (first[0] === lastId) entries.shift();
        else this.#missedEntries();
      }
      this.#apply(entries);
      if (entries.length < PAGE - 1) return;
      from = `(${this.#lastId}`;
    }
  }

  /** A message may have been picked up in an entry that is gone, so none of before counts. */
  #missedEntries(): void {
    this.#missed = true;
    this.#state.forgetWaiting();
    this.#rereading?.state.forgetWaiting();
  }

  async #reread(redis: RedisClient, reading: Rereading): Promise<void> {
    const entries = await redis.xrange(this.#key, reading.from, '+', 'COUNT', PAGE);
    const last = applyTo(reading.state, entries);
    if (last !== null) reading.from = `(${last}`;
    if (entries.length === PAGE) return;
    this.#rereading = null;
    reading.state.adoptRuns(this.#state);
    this.#state = reading.state;
    this.#lastId = last ?? (reading.from === '-' ? this.#lastId : reading.from.slice(1));
    this.#missed ||= await this.#wasTrimmed(redis);
  }

  /** Whether the stream has lost entries. Where Redis does not tell, a stream of the usual cap has. */
  async #wasTrimmed(redis: RedisClient): Promise<boolean> {
    const info = (await redis.xinfo('STREAM', this.#key).catch(() => [])) as unknown[];
    const field = (name: string) => {
      const at = info.indexOf(name);
      return at < 0 ? null : Number(info[at + 1]);
    };
    const added = field('entries-added');
    const length = field('length') ?? (await redis.xlen(this.#key));
    return added === null ? length >= USUAL_CAP : added > length;
  }

  #apply(entries: Entry[]): void {
    this.#lastId = applyTo(this.#state, entries) ?? this.#lastId;
  }
}

/** Answers the id of the last entry. */
function applyTo(state: ThreadState, entries: Entry[]): string | null {
  for (const [id, fields] of entries) {
    const event = parseThreadEvent(id, fields[fields.indexOf('event') + 1] ?? '');
    if (event) state.apply(event);
  }
  return entries.at(-1)?.[0] ?? null;
}
