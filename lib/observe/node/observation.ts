/**
 * One unbroken time of observing a Redis primary: subscribe, then scan, then live, until the first
 * thing that can have made us miss something. What comes after that is another observation.
 */

import type { Redis } from 'ioredis';
import type { RedisClock } from '../redis-clock.ts';
import type { ChangeSource, Connect } from '../source/change-source.ts';
import type { FlagsSet } from '../source/enable-events.ts';
import { SourceKeeper } from '../source/source-keeper.ts';
import { isExpectedRenewal } from '../table/learning.ts';
import { type LeasePrefix, prefixOf } from '../table/lease-prefix.ts';
import type { LeaseHome } from '../table/lease-record.ts';
import type { LeaseTable } from '../table/lease-table.ts';
import type { Hint } from '../table/reading.ts';
import { within } from '../with-timeout.ts';
import { LeaseScanner } from './lease-scanner.ts';
import { noteEvent, noteTouch } from './note-event.ts';
import { OwnerChecks } from './owner-checks.ts';
import { type ReadOptions, readLeases } from './read-leases.ts';
import { ReadQueue } from './read-queue.ts';
import { ScanRounds } from './scan-rounds.ts';

/** The heartbeat finds a server that is silent; this is for replies that are lost. */
const READ_TIMEOUT_MS = 10_000;
const SUBSCRIBE_TIMEOUT_MS = 3000;
const PROBE_EVERY_MS = 2000;
const CLOCK_EVERY_MS = 10_000;

export interface ObservationOptions {
  redis: Redis;
  connect: Connect;
  home: LeaseHome;
  /** Answers the number of the scan that begins. */
  nextScanId: () => number;
  prefixes: readonly LeasePrefix[];
  table: LeaseTable;
  clock: RedisClock;
  samplePeriodMs: number;
  /** The shortest time between full scans that look for what no event told. */
  reconcileMs: number;
  cluster: boolean;
  /** Nothing of this node is known yet, so what is found is no change. */
  baseline: boolean;
  random: () => number;
  mayEnableEvents: boolean;
  flagsSet: (set: FlagsSet) => void;
  /** One more piece of news. */
  counted: () => void;
  /** The server has answered, or told something. */
  answered: () => void;
  /** What is shown of this observation changed: its source, its lag. */
  changed: () => void;
  /** A key that this node does not serve. */
  misplaced: (key: string, error: Error, hint: Hint) => void;
}

/** The end of an observation. */
export interface Loss {
  reason: string;
  /** Nothing was missed until then, milliseconds on Redis' clock; `null`: until the server was last heard. */
  seenUntil: number | null;
}

export class Observation {
  /** Resolves once something may have been missed. Never rejects. */
  readonly lost: Promise<Loss>;
  lagMs: number | null = null;
  readonly queue: ReadQueue;
  readonly #options: ObservationOptions;
  readonly #reads: ReadOptions;
  readonly #scans: ScanRounds;
  readonly #sources: SourceKeeper;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #checks: OwnerChecks;
  #lose: (loss: Loss) => void = () => {};
  #over = false;
  #clockAt = performance.now();
  #flagsSeenAt = 0;
  /** When the news at hand came in; 0 once they have been taken in. */
  #arrivedAt = 0;

  constructor(options: ObservationOptions) {
    this.#options = options;
    this.lost = new Promise((resolve) => {
      this.#lose = (loss) => {
        this.#over = true;
        resolve(loss);
      };
    });
    const { redis, clock, table, cluster } = options;
    const { answered } = options;
    this.#reads = { now: () => clock.now(), timeoutMs: READ_TIMEOUT_MS, cluster, answered };
    this.queue = new ReadQueue({
      read: (keys) => readLeases(redis, keys, this.#reads),
      done: (key, reading, hint) => {
        const prefix = prefixOf(options.prefixes, key);
        if (prefix) table.take(key, prefix, options.home, reading, hint);
      },
      failed: (key, error, hint) => {
        if (key !== null && hint) options.misplaced(key, error, hint);
        else this.lose(`a read failed: ${error.message}`);
      },
    });
    this.#checks = new OwnerChecks({
      redis,
      table,
      reads: this.#reads,
      unexpected: (key, at) => noteTouch(key, at, this.queue),
      failed: (error) => this.lose(`a read failed: ${error.message}`),
    });
    this.#scans = new ScanRounds({
      ...options,
      scanner: new LeaseScanner({ ...options, queue: this.queue, reads: this.#reads }),
      isSampling: () => this.source?.mode === 'sampling',
      beginning: () => this.#sources.review(),
      failed: (error) => this.lose(`a scan failed: ${error.message}`),
    });
    this.#sources = new SourceKeeper({
      ...options,
      node: options.home.name,
      timeoutMs: SUBSCRIBE_TIMEOUT_MS,
      sink: {
        event: (key, name) => {
          options.counted();
          noteEvent(key, name, this.#newsAt(), table, this.queue);
        },
        touched: (key) => {
          options.counted();
          this.#touched(key, this.#newsAt());
        },
        flushed: () => this.#scans.ask(),
        lost: (reason) => this.lose(reason),
      },
    });
  }

  get source(): ChangeSource | null {
    return this.#sources.source;
  }

  /** When the last scan ended, milliseconds on Redis' clock; `null` before the first. */
  get lastScanAt(): number | null {
    return this.#scans.lastAt;
  }

  /** Whether it goes on; false once it is {@link lost}. */
  get isLive(): boolean {
    return !this.#over;
  }

  /**
   * Subscribes. When it resolves, no change goes by unnoticed any more.
   * @throws when the server does not answer or refuses.
   */
  async subscribe(): Promise<void> {
    const { redis, clock } = this.#options;
    await within(SUBSCRIBE_TIMEOUT_MS, clock.sample(redis));
    this.#flagsSeenAt = clock.now();
    await this.#sources.start();
  }

  /** The scan that makes the table complete, and after it the upkeep until the end. */
  async catchUp(): Promise<void> {
    await this.#scans.first();
    if (this.#over) return;
    void this.#scans.keepOn();
    this.#every(PROBE_EVERY_MS, () => this.#probe());
  }

  /** Ends it for a reason that lies outside. */
  lose(reason: string, seenUntil: number | null = null): void {
    this.#lose({ reason, seenUntil });
  }

  close(): void {
    this.lose('closed');
    for (const timer of this.#timers) clearInterval(timer);
    this.#scans.close();
    this.queue.close();
    this.#checks.close();
    this.#sources.close();
  }

  #every(ms: number, act: () => Promise<void>): void {
    const timer = setInterval(() => {
      act().catch(() => {
        // A connection that ends tells so itself.
      });
    }, ms);
    timer.unref();
    this.#timers.add(timer);
  }

  /** One time for all news that come in together. */
  #newsAt(): number {
    if (this.#arrivedAt === 0) {
      this.#arrivedAt = this.#options.clock.now();
      this.#options.answered();
      queueMicrotask(() => {
        this.#arrivedAt = 0;
      });
    }
    return this.#arrivedAt;
  }

  #touched(key: string, at: number): void {
    const lease = this.#options.table.get(key);
    if (lease?.known && isExpectedRenewal(lease, at) && !this.queue.has(key)) {
      this.#checks.add(lease, at);
    } else {
      noteTouch(key, at, this.queue);
    }
  }

  async #probe(): Promise<void> {
    const { redis, clock } = this.#options;
    const checkedAt = clock.now();
    if (await this.#sources.flagsChanged()) {
      // Samples see what they see, whatever the flags are.
      const isSampling = this.source?.mode === 'sampling';
      this.lose('the event flags were changed', isSampling ? checkedAt : this.#flagsSeenAt);
    }
    this.#flagsSeenAt = checkedAt;
    const lag = (await this.source?.probeLag()) ?? null;
    if (lag !== this.lagMs) {
      this.lagMs = lag;
      this.#options.changed();
    }
    if (performance.now() - this.#clockAt < CLOCK_EVERY_MS) return;
    this.#clockAt = performance.now();
    const { stepped } = await within(READ_TIMEOUT_MS, clock.sample(redis));
    if (stepped) this.lose('the clock of Redis was set');
  }
}
