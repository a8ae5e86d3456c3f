/**
 * Leases that must be read. What events said of a lease since its last reading goes along with it.
 * A key is never in two reads at once, so its readings arrive in order.
 *
 * The first read goes out as soon as the news at hand have been taken in, for what is read late may
 * have changed again. Under a load of news it waits for those under way, and they gather meanwhile.
 */

import { type Hint, noHint, type Reading } from '../table/reading.ts';
import type { ReadFailure } from './read-leases.ts';

/** How long news gather while reads are under way, and before a key in a read may be read again. */
const GATHER_MS = 4;
const MOST_PER_READ = 500;
const MOST_IN_FLIGHT = 4;

export interface ReadQueueOptions {
  read(keys: readonly string[]): Promise<(Reading | ReadFailure)[]>;
  done(key: string, reading: Reading, hint: Hint): void;
  /** A whole read failed (`key` is null) or a single key's. */
  failed(key: string | null, error: Error, hint: Hint | null): void;
}

export class ReadQueue {
  readonly #options: ReadQueueOptions;
  readonly #waiting = new Map<string, Hint>();
  readonly #inFlight = new Set<string>();
  readonly #waiters = new Map<string, (() => void)[]>();
  #reads = 0;
  #timer: NodeJS.Timeout | null = null;
  #soon: NodeJS.Immediate | null = null;
  #closed = false;

  constructor(options: ReadQueueOptions) {
    this.#options = options;
  }

  /** Whether a reading of this key is on its way. */
  has(key: string): boolean {
    return (
      (this.#waiting.size > 0 && this.#waiting.has(key)) ||
      (this.#inFlight.size > 0 && this.#inFlight.has(key))
    );
  }

  /** Asks for readings on account of a scan; resolves when they were taken, or given up. */
  async settle(keys: readonly string[]): Promise<void> {
    const settled = keys.map(
      (key) =>
        new Promise<void>((resolve) => {
          this.add(key, true);
          const waiters = this.#waiters.get(key);
          if (waiters) waiters.push(resolve);
          else this.#waiters.set(key, [resolve]);
        }),
    );
    await Promise.all(settled);
  }

  /** Asks for a reading. The hint collects until the read is sent; the caller may add to it. */
  add(key: string, reconciled = false): Hint {
    let hint = this.#waiting.get(key);
    if (!hint) {
      hint = noHint({ reconciled });
      this.#waiting.set(key, hint);
      this.#schedule();
    } else if (!reconciled) {
      hint.reconciled = false;
    }
    return hint;
  }

  /** Forgets what waits: the connection was lost, a scan will follow. */
  clear(): void {
    this.#waiting.clear();
    for (const waiters of this.#waiters.values()) for (const resolve of waiters) resolve();
    this.#waiters.clear();
  }

  close(): void {
    this.#closed = true;
    this.clear();
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#soon) clearImmediate(this.#soon);
    this.#timer = null;
    this.#soon = null;
  }

  #schedule(): void {
    if (this.#timer || this.#soon || this.#closed) return;
    if (this.#reads === 0) {
      this.#soon = setImmediate(() => {
        this.#soon = null;
        this.#send();
      });
      return;
    }
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#send();
    }, GATHER_MS);
  }

  #send(): void {
    while (this.#reads < MOST_IN_FLIGHT) {
      const batch = this.#nextBatch();
      if (batch.size === 0) return;
      void this.#read(batch);
    }
  }

  #nextBatch(): Map<string, Hint> {
    const batch = new Map<string, Hint>();
    for (const [key, hint] of this.#waiting) {
      if (this.#inFlight.has(key)) continue;
      this.#waiting.delete(key);
      this.#inFlight.add(key);
      batch.set(key, hint);
      if (batch.size === MOST_PER_READ) break;
    }
    return batch;
  }

  async #read(batch: Map<string, Hint>): Promise<void> {
    const keys = [...batch.keys()];
    this.#reads++;
    try {
      const readings = await this.#options.read(keys);
      if (this.#closed) return;
      keys.forEach((key, i) => {
        const reading = readings[i];
        const hint = batch.get(key);
        if (!reading || !hint) return;
        if (reading.state === 'failed') this.#options.failed(key, reading.error, hint);
        else this.#options.done(key, reading, hint);
      });
    } catch (error) {
      if (!this.#closed) this.#options.failed(null, error as Error, null);
    } finally {
      this.#reads--;
      for (const key of keys) this.#end(key);
      if (this.#waiting.size > 0) this.#schedule();
    }
  }

  #end(key: string): void {
    this.#inFlight.delete(key);
    const waiters = this.#waiters.get(key);
    if (!waiters) return;
    this.#waiters.delete(key);
    for (const resolve of waiters) resolve();
  }
}
