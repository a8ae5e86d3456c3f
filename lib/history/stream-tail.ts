/** Follows one prefix's history stream from a position on, in order and each entry once. */

import type { Cluster, Redis } from 'ioredis';
import { type RedisClient, storeKeys } from '../lease/index.ts';
import type { HistoryEntry } from './entry.ts';
import { decodeEntry } from './entry-codec.ts';

type StreamItem = [id: Buffer, fields: Buffer[]];

const BATCH = 1000;
const BLOCK_MS = 5000;
const RETRY_MS = 500;

export interface StreamTailOptions {
  /** The store; commands that do not block go here. Not closed by the tail. */
  store: RedisClient;
  prefix: string;
  /** How many of the newest entries to load before following. */
  load: number;
  /** Gets each entry once, oldest first; `live` is false for those of the load. */
  onEntry: (entry: HistoryEntry, live: boolean) => void;
  /** Told of the newest entries, newest first, before all are loaded: something to show meanwhile. */
  onGlimpse?: (newestFirst: readonly HistoryEntry[]) => void;
}

/**
 * Loads the newest entries, then follows the stream on a connection of its own. An outage of the
 * store only delays entries: the position is kept and reading resumes there.
 */
export class StreamTail {
  readonly #options: StreamTailOptions;
  readonly #key: string;
  readonly #abort = new AbortController();
  #blocking: RedisClient | null = null;
  #position = '0-0';
  #started: Promise<void> | null = null;

  constructor(options: StreamTailOptions) {
    this.#options = options;
    this.#key = storeKeys(options.prefix).history;
  }

  /** Starts loading and following; safe to call twice. Resolves once the load is done. */
  start(): Promise<void> {
    this.#started ??= this.#load().then(() => {
      void this.#follow();
    });
    return this.#started;
  }

  /** Reads everything appended up to now. After it resolves all of it has been delivered. */
  async catchUp(): Promise<void> {
    await this.start();
    for (;;) {
      const from = `(${this.#position}`;
      const items = await this.#options.store.xrangeBuffer(this.#key, from, '+', 'COUNT', BATCH);
      this.#deliver(items);
      if (items.length < BATCH) return;
    }
  }

  /** Ends the following and its connection. */
  close(): void {
    this.#abort.abort();
    this.#blocking?.disconnect();
  }

  async #load(): Promise<void> {
    const { store, load } = this.#options;
    const newest = await this.#untilAnswered(() =>
      store.xrevrangeBuffer(this.#key, '+', '-', 'COUNT', 1),
    );
    const last = newest[0]?.[0].toString();
    if (last === undefined) return;
    const newestFirst: HistoryEntry[] = [];
    let end = last;
    for (let left = load; left > 0; ) {
      const items = await this.#untilAnswered(() =>
        store.xrevrangeBuffer(this.#key, end, '-', 'COUNT', Math.min(BATCH, left)),
      );
      for (const item of items) {
        const entry = this.#decode(item);
        if (entry) newestFirst.push(entry);
      }
      if (left === load) this.#options.onGlimpse?.([...newestFirst]);
      left -= items.length;
      const oldest = items.at(-1)?.[0].toString();
      if (oldest === undefined || items.length < BATCH) break;
      end = `(${oldest}`;
    }
    this.#position = last;
    for (const entry of newestFirst.reverse()) this.#options.onEntry(entry, false);
  }

  async #follow(): Promise<void> {
    const { signal } = this.#abort;
    while (!signal.aborted) {
      try {
        this.#blocking ??= this.#connect();
        const args = ['COUNT', BATCH, 'BLOCK', BLOCK_MS, 'STREAMS'] as const;
        const reply = await this.#blocking.xreadBuffer(...args, this.#key, this.#position);
        for (const [, items] of reply ?? []) this.#deliver(items);
      } catch {
        // Away, or loading its data: whoever owns the store tells so; here we only wait.
        await pause(RETRY_MS, signal);
      }
    }
  }

  #connect(): RedisClient {
    const { store } = this.#options;
    const client = store.isCluster ? (store as Cluster).duplicate() : (store as Redis).duplicate();
    client.on('error', () => {});
    return client;
  }

  async #untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
    const { signal } = this.#abort;
    for (;;) {
      signal.throwIfAborted();
      try {
        return await ask();
      } catch {
        await pause(RETRY_MS, signal);
      }
    }
  }

  // Both readers start at the position, so whatever overlaps has been delivered by the other.
  #deliver(items: readonly StreamItem[]): void {
    for (const item of items) {
      const id = item[0].toString();
      if (!isAfter(id, this.#position)) continue;
      this.#position = id;
      const entry = this.#decode(item);
      if (entry) this.#options.onEntry(entry, true);
    }
  }

  #decode([id, fields]: StreamItem): HistoryEntry | null {
    return decodeEntry(this.#options.prefix, id.toString(), fields);
  }
}

/** Whether stream id `a` is later than `b`. */
function isAfter(a: string, b: string): boolean {
  const [aMs = 0, aSeq = 0] = a.split('-').map(Number);
  const [bMs = 0, bSeq = 0] = b.split('-').map(Number);
  return aMs > bMs || (aMs === bMs && aSeq > bSeq);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    timer.unref();
    signal.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
