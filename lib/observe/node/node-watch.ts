/**
 * Watches the leases of one Redis primary: subscribe, then scan, then live, and again after every
 * interruption. Writes what it reads into the table it is given.
 */

import type { Redis } from 'ioredis';
import type { RedisClock } from '../redis-clock.ts';
import { type ChangeSource, type Connect, OBSERVING } from '../source/change-source.ts';
import { readEventFlags, startSource } from '../source/choose-source.ts';
import type { LeasePrefix } from '../table/lease-prefix.ts';
import { prefixOf } from '../table/lease-prefix.ts';
import type { LeaseHome, LeaseRecord } from '../table/lease-record.ts';
import type { LeaseTable } from '../table/lease-table.ts';
import { noHint, type Reading } from '../table/reading.ts';
import { within } from '../within.ts';
import { noteEvent } from './note-event.ts';
import { type ReadFailure, readLeases, readOwners } from './read-leases.ts';
import { ReadQueue } from './read-queue.ts';
import { scanLeases } from './scan-leases.ts';

const PING_EVERY_MS = 750;
const PING_TIMEOUT_MS = 1000;
const READ_TIMEOUT_MS = 3000;
const RETRY_MS = 200;
/** A server that says nothing for so long gets a new connection. */
const GIVE_UP_MS = 6000;
const CLOCK_EVERY_MS = 10_000;
const RECONCILE_MIN_MS = 15_000;
const RECONCILE_MAX_MS = 60_000;
/** A full scan may take this share of the time at most. */
const SCAN_SHARE = 0.05;
/** Of the leases whose deadline is known, so many are read in full by a scan all the same. */
const SCAN_SAMPLE = 0.01;

export type NodeState = 'connecting' | 'up' | 'down';

export interface NodeListener {
  /** State, source, lag or completeness changed. */
  changed(node: NodeWatch): void;
  /** Nobody observed this node between these moments; the scan that ends it is done. */
  gap(gap: { from: number; to: number; reason: string }): void;
}

export interface NodeWatchOptions {
  name: string;
  connect: Connect;
  prefixes: readonly LeasePrefix[];
  table: LeaseTable;
  clock: RedisClock;
  listener: NodeListener;
  samplePeriodMs: number;
  cluster: boolean;
  random?: () => number;
}

export class NodeWatch implements LeaseHome {
  readonly name: string;
  /** Counts scans; a lease that a scan did not see is read. */
  scanId = 0;
  state: NodeState = 'connecting';
  stateSince: number;
  detail: string | null = null;
  lagMs: number | null = null;
  /** A full scan was done since the last interruption. */
  complete = false;
  lastScanAt: number | null = null;
  readonly #options: NodeWatchOptions;
  readonly #queue: ReadQueue;
  #redis: Redis | null = null;
  #source: ChangeSource | null = null;
  #sourceReason: string | null = null;
  #lose: ((reason: string) => void) | null = null;
  #heardAt: number;
  #gapFrom: number;
  #gapReason = 'started';
  #timers = new Set<NodeJS.Timeout>();
  #following = false;
  #closed = false;
  #scanWanted: (() => void) | null = null;

  constructor(options: NodeWatchOptions) {
    this.#options = options;
    this.name = options.name;
    const now = options.clock.now();
    this.stateSince = now;
    this.#heardAt = now;
    this.#gapFrom = now;
    this.#queue = new ReadQueue({
      read: (keys) => this.read(keys),
      done: (key, reading, hint) => {
        const prefix = prefixOf(options.prefixes, key);
        if (prefix) options.table.take(key, prefix, this, reading, hint);
      },
      failed: (_key, error) => this.#lose?.(`a read failed: ${error.message}`),
    });
  }

  get mode() {
    return this.#source?.mode ?? null;
  }

  get modeReason(): string | null {
    return this.#source?.reason ?? this.#sourceReason;
  }

  get reachable(): boolean {
    return this.state === 'up' && this.complete;
  }

  start(): void {
    const redis = this.#options.connect({
      ...OBSERVING,
      retryStrategy: (times) => Math.min(50 * 2 ** times, 500),
    });
    this.#redis = redis;
    redis.on('error', (error) => this.#away(error.message));
    redis.on('close', () => this.#away('connection closed'));
    redis.on('ready', () => this.#follow(redis));
    redis.connect().catch(() => {
      // The client tries again by itself and has told the reason as an event.
    });
    this.#every(PING_EVERY_MS, () => this.#ping(redis));
  }

  /** Asks for a reading of a lease whose deadline has passed. */
  due(lease: LeaseRecord): void {
    if (this.state === 'up') this.#queue.add(lease.key);
    else this.#options.table.doubt(lease, this.#options.clock.now());
  }

  /** Reads leases now, outside the queue. */
  read(keys: readonly string[]): Promise<(Reading | ReadFailure)[]> {
    const { clock, cluster } = this.#options;
    const redis = this.#redis;
    if (!redis) return Promise.reject(new Error('not connected'));
    return readLeases(redis, keys, {
      now: () => clock.now(),
      timeoutMs: READ_TIMEOUT_MS,
      cluster,
    });
  }

  close(): void {
    this.#closed = true;
    this.#lose?.('closed');
    for (const timer of this.#timers) clearInterval(timer);
    this.#queue.close();
    this.#source?.close();
    this.#redis?.removeAllListeners();
    this.#redis?.on('error', () => {
      // A connection being closed may still fail; nobody is interested.
    });
    this.#redis?.disconnect();
  }

  #every(ms: number, act: () => unknown): NodeJS.Timeout {
    const timer = setInterval(act, ms);
    timer.unref();
    this.#timers.add(timer);
    return timer;
  }

  #setState(state: NodeState, detail: string | null): void {
    if (this.state === state && this.detail === detail) return;
    if (this.state !== state) this.stateSince = this.#options.clock.now();
    this.state = state;
    this.detail = detail;
    this.#options.listener.changed(this);
  }

  #away(reason: string): void {
    if (this.#closed) return;
    if (this.#lose) this.#lose(reason);
    else this.#setState('down', reason);
  }

  /** Observes again and again for as long as this connection is ready. */
  async #follow(redis: Redis): Promise<void> {
    if (this.#following) return;
    this.#following = true;
    while (!this.#closed && redis.status === 'ready') {
      try {
        await this.#observe(redis);
      } catch (error) {
        if (!this.#closed) this.#setState('down', (error as Error).message);
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
    }
    this.#following = false;
  }

  /** One observation, from subscribing to its loss. */
  async #observe(redis: Redis): Promise<void> {
    const { clock, listener } = this.#options;
    let lost = false;
    const loss = new Promise<string>((resolve) => {
      this.#lose = (reason) => {
        lost = true;
        resolve(reason);
      };
    });
    try {
      await within(READ_TIMEOUT_MS, clock.sample(redis));
      this.#source = await this.#startSource(redis);
      const observedFrom = clock.now();
      this.#heardAt = observedFrom;
      this.complete = false;
      this.#setState('up', null);
      listener.changed(this);
      await this.#scan(redis, true);
      // A loss before the end of the scan leaves the gap open.
      if (!lost) {
        listener.gap({ from: this.#gapFrom, to: observedFrom, reason: this.#gapReason });
        listener.changed(this);
        void this.#keepReconciled(redis, () => lost || this.#closed);
        this.#probe(redis);
        this.#gapReason = await loss;
        this.#gapFrom = this.#heardAt;
      }
      if (!this.#closed) this.#setState('down', await loss);
    } finally {
      this.#lose = null;
      this.complete = false;
      this.#scanWanted?.();
      this.#queue.clear();
      this.#source?.close();
      this.#source = null;
      this.lagMs = null;
    }
  }

  async #startSource(redis: Redis): Promise<ChangeSource> {
    const { connect, prefixes, clock, table } = this.#options;
    const flags = await within(
      READ_TIMEOUT_MS,
      readEventFlags(redis).then((text) => ({ text })),
    );
    return startSource(flags.text, READ_TIMEOUT_MS, {
      connect,
      db: redis.options.db ?? 0,
      prefixes,
      clock,
      sink: {
        event: (key, name) => noteEvent(key, name, clock.now(), table, this.#queue),
        touched: (key) => noteEvent(key, 'touched', clock.now(), table, this.#queue),
        flushed: () => this.#scanWanted?.(),
        lost: (reason) => this.#lose?.(reason),
      },
    });
  }

  /** Scans again and again: what no event told, or nobody heard, is found here. */
  async #keepReconciled(redis: Redis, ended: () => boolean): Promise<void> {
    let took = 0;
    while (!ended()) {
      await this.#pause(this.#periodMs(took));
      if (ended()) return;
      const startedAt = performance.now();
      try {
        await this.#scan(redis, this.mode === 'sampling');
      } catch (error) {
        this.#lose?.(`a scan failed: ${(error as Error).message}`);
        return;
      }
      took = performance.now() - startedAt;
    }
  }

  #periodMs(scanTook: number): number {
    const { samplePeriodMs, random = Math.random } = this.#options;
    if (this.mode === 'sampling') return Math.max(samplePeriodMs, scanTook);
    const wanted = Math.max(RECONCILE_MIN_MS, scanTook / SCAN_SHARE);
    return Math.min(RECONCILE_MAX_MS, wanted) * (0.8 + 0.4 * random());
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      this.#scanWanted = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** A full scan. `deep` reads every deadline, else only what is new and a few for proof. */
  async #scan(redis: Redis, deep: boolean): Promise<void> {
    const { table, prefixes, random = Math.random } = this.#options;
    const id = ++this.scanId;
    for await (const keys of scanLeases(redis, prefixes, READ_TIMEOUT_MS)) {
      const inFull: string[] = [];
      const known: LeaseRecord[] = [];
      for (const key of keys) {
        const lease = table.get(key);
        if (lease?.scan === id || this.#queue.has(key)) continue;
        if (!lease || deep || !lease.known || random() < SCAN_SAMPLE) inFull.push(key);
        else known.push(lease);
      }
      await Promise.all([
        this.#readInFull(inFull, this.lastScanAt === null),
        this.#compareOwners(redis, known, id),
      ]);
    }
    const unseen: string[] = [];
    for (const lease of table.all()) {
      if (lease.home === this && lease.scan !== id) unseen.push(lease.key);
    }
    await this.#queue.settle(unseen);
    this.complete = true;
    this.lastScanAt = this.#options.clock.now();
  }

  async #readInFull(keys: readonly string[], baseline: boolean): Promise<void> {
    if (keys.length === 0) return;
    const { table, prefixes } = this.#options;
    const readings = await this.read(keys);
    keys.forEach((key, i) => {
      const reading = readings[i];
      const prefix = prefixOf(prefixes, key);
      // What events asked for meanwhile is read by the queue, later than this and better.
      if (!reading || !prefix || this.#queue.has(key)) return;
      if (reading.state === 'failed') throw reading.error;
      table.take(key, prefix, this, reading, noHint({ reconciled: true, baseline }));
    });
  }

  async #compareOwners(redis: Redis, leases: readonly LeaseRecord[], id: number): Promise<void> {
    if (leases.length === 0) return;
    const { table, cluster } = this.#options;
    const keys = leases.map((lease) => lease.key);
    const owners = await readOwners(redis, keys, { timeoutMs: READ_TIMEOUT_MS, cluster });
    leases.forEach((lease, i) => {
      if (table.holds(lease, owners[i] ?? null)) lease.scan = id;
      else if (!this.#queue.has(lease.key)) this.#queue.add(lease.key, true);
    });
  }

  async #ping(redis: Redis): Promise<void> {
    if (redis.status !== 'ready') return;
    try {
      await within(PING_TIMEOUT_MS, redis.ping());
      this.#heardAt = this.#options.clock.now();
    } catch {
      if (this.#closed) return;
      this.#away('does not answer');
      if (this.#options.clock.now() - this.#heardAt > GIVE_UP_MS) redis.disconnect(true);
    }
  }

  /** Measures lag and clock for as long as this source lives. */
  #probe(redis: Redis): void {
    const source = this.#source;
    let clockAt = performance.now();
    const timer = this.#every(2000, async () => {
      if (this.#source !== source) {
        clearInterval(timer);
        this.#timers.delete(timer);
        return;
      }
      try {
        this.lagMs = (await source?.probeLag()) ?? null;
        if (performance.now() - clockAt < CLOCK_EVERY_MS) return;
        clockAt = performance.now();
        const { stepped } = await this.#options.clock.sample(redis);
        if (stepped) this.#lose?.('Redis’ clock was set');
      } catch {
        // The connection's end is told by its own events.
      }
    });
  }
}
