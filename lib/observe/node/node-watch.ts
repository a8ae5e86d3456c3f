/** Watches the leases of one Redis primary for as long as it lives, through every interruption. */

import type { Redis } from 'ioredis';
import type { EventsMode } from '../observed-trust.ts';
import { STARTED } from '../owner-change.ts';
import type { RedisClock } from '../redis-clock.ts';
import { isRefusal } from '../refusal.ts';
import { type Connect, OBSERVING } from '../source/change-source.ts';
import type { FlagsSet } from '../source/enable-events.ts';
import type { LeasePrefix } from '../table/lease-prefix.ts';
import type { LeaseHome, LeaseRecord } from '../table/lease-record.ts';
import type { LeaseTable } from '../table/lease-table.ts';
import type { Hint, Reading } from '../table/reading.ts';
import { Heartbeat } from './heartbeat.ts';
import { Observation } from './observation.ts';
import { type ReadFailure, readLeases } from './read-leases.ts';
import { ServerLife } from './server-life.ts';
import { SilentLosses } from './silent-losses.ts';

const RETRY_MS = 200;
const READ_TIMEOUT_MS = 2000;

export type NodeState = 'connecting' | 'up' | 'down';

/** A time in which nobody observed a node, milliseconds on Redis' clock. */
export interface NodeGap {
  from: number;
  to: number;
  reason: string;
}

export interface NodeListener {
  /** State, source, lag or completeness changed. */
  changed(): void;
  /** The scan that ends a gap is done. */
  gap(gap: NodeGap): void;
  /** A key that this node does not serve, asked for all the same. */
  misplaced(node: NodeWatch, key: string, error: Error, hint: Hint): void;
}

export interface NodeWatchOptions {
  name: string;
  connect: Connect;
  prefixes: readonly LeasePrefix[];
  table: LeaseTable;
  clock: RedisClock;
  listener: NodeListener;
  samplePeriodMs: number;
  reconcileMs: number;
  cluster: boolean;
  /** Whether what the first scan finds is no change. */
  baseline: boolean;
  /** Since when, and why, nobody observes what this node holds. */
  unobserved?: { from: number; reason: string } | undefined;
  /** Standing consent to add what leases need to the event flags. */
  mayEnableEvents: boolean;
  /** Flags were added on that consent. */
  flagsSet: (set: FlagsSet) => void;
  /** Called for every piece of news. */
  heard: () => void;
  random?: () => number;
}

export class NodeWatch implements LeaseHome {
  readonly name: string;
  readonly life: ServerLife;
  scanId = 0;
  state: NodeState = 'connecting';
  stateSince: number;
  detail: string | null = null;
  /** A full scan was done since the last interruption. */
  complete = false;
  readonly #options: NodeWatchOptions;
  readonly #redis: Redis;
  readonly #heartbeat: Heartbeat;
  readonly #losses: SilentLosses;
  #observation: Observation | null = null;
  #heardAt: number;
  #gap: Omit<NodeGap, 'to'>;
  #everComplete = false;
  /** Redis said that we may not: until a scan succeeds, an open connection does not mean that all is well. */
  #refused = false;
  #following = false;
  #closed = false;

  constructor(options: NodeWatchOptions) {
    this.#options = options;
    this.name = options.name;
    const now = options.clock.now();
    this.stateSince = now;
    this.#heardAt = now;
    this.#gap = options.unobserved ?? { from: now, reason: STARTED };
    this.#redis = options.connect({
      ...OBSERVING,
      connectionName: 'leaseboard-reads',
      retryStrategy: (times) => Math.min(50 * 2 ** times, 500),
    });
    this.life = new ServerLife({ redis: this.#redis, table: options.table, home: this });
    this.#redis.on('error', (error) => this.#away(error.message));
    this.#redis.on('close', () => this.#away('the connection was closed'));
    this.#redis.on('ready', () => void this.#follow());
    this.#losses = new SilentLosses({
      redis: this.#redis,
      clock: options.clock,
      lost: (reason, seenUntil) => this.#observation?.lose(reason, seenUntil),
      stalled: (gap) => {
        if (this.complete) options.listener.gap(gap);
      },
    });
    this.#heartbeat = new Heartbeat(this.#redis, {
      ask: () => this.#losses.look(),
      answered: () => {
        this.#heardAt = options.clock.now();
      },
      silent: () => this.#away('Redis does not answer'),
      stalled: (ms) => this.#losses.stall(ms),
    });
    this.#redis.connect().catch(() => {
      // The client tries again by itself and has told the reason as an event.
    });
  }

  get mode(): EventsMode | null {
    return this.#observation?.source?.mode ?? null;
  }

  get modeReason(): string | null {
    return this.#observation?.source?.reason ?? null;
  }

  get lagMs(): number | null {
    return this.#observation?.lagMs ?? null;
  }

  get lastScanAt(): number | null {
    return this.#observation?.lastScanAt ?? null;
  }

  get reachable(): boolean {
    return this.state === 'up' && this.complete;
  }

  /** Since when changes here may have been missed; now, while it is observed. */
  get gapFrom(): number {
    return this.complete ? this.#heardAt : this.#gap.from;
  }

  /** For questions about the server itself. */
  get redis(): Redis {
    return this.#redis;
  }

  due(lease: LeaseRecord): void {
    if (this.state === 'up') this.#observation?.queue.add(lease.key);
    else this.#options.table.doubt(lease, this.#options.clock.now());
  }

  /** Asks for a reading of a key that another node sent here. */
  ask(key: string, hint: Hint): void {
    const added = this.#observation?.queue.add(key, hint.reconciled);
    if (added) Object.assign(added, { ...hint, reconciled: added.reconciled });
  }

  /** Reads leases now, outside the queue. */
  read(keys: readonly string[], asking = false): Promise<(Reading | ReadFailure)[]> {
    const { clock, cluster } = this.#options;
    const now = () => clock.now();
    return readLeases(this.#redis, keys, { now, timeoutMs: READ_TIMEOUT_MS, cluster, asking });
  }

  /** Begins anew, as after an interruption, since `reason` may have made us miss something. */
  restart(reason: string): void {
    this.#observation?.lose(reason);
  }

  close(): void {
    this.#closed = true;
    this.#heartbeat.close();
    this.#observation?.close();
    this.#redis.removeAllListeners();
    this.#redis.on('error', () => {
      // A connection being closed may still fail; nobody is interested.
    });
    this.#redis.disconnect();
  }

  #setState(state: NodeState, detail: string | null): void {
    if (this.#closed || (this.state === state && this.detail === detail)) return;
    if (this.state !== state) this.stateSince = this.#options.clock.now();
    if (state === 'down') this.#refused = detail !== null && isRefusal(detail);
    this.state = state;
    this.detail = detail;
    this.#options.listener.changed();
  }

  #away(reason: string): void {
    if (this.#observation?.isLive) this.#observation.lose(reason);
    else this.#setState('down', reason);
  }

  /** Observes again and again for as long as the connection is ready. */
  async #follow(): Promise<void> {
    if (this.#following) return;
    this.#following = true;
    while (!this.#closed && this.#redis.status === 'ready') {
      const observation = this.#newObservation();
      this.#observation = observation;
      try {
        await this.#observe(observation);
      } catch (error) {
        this.#setState('down', (error as Error).message);
      }
      observation.close();
      this.#observation = null;
      this.complete = false;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
    }
    this.#following = false;
  }

  async #observe(observation: Observation): Promise<void> {
    const { clock, listener } = this.#options;
    await observation.subscribe();
    const to = clock.now();
    await this.#losses.begin();
    const settle = await this.life.look(this.#gap.from, to);
    this.#heardAt = to;
    if (!this.#refused) this.#setState('up', null);
    listener.changed();
    await observation.catchUp();
    // A loss before the end of the scan leaves the gap open.
    if (observation.isLive) {
      settle();
      this.complete = true;
      this.#everComplete = true;
      this.#setState('up', null);
      listener.gap({ ...this.#gap, to });
      listener.changed();
      const { reason, seenUntil } = await observation.lost;
      this.#gap = { from: seenUntil ?? this.#heardAt, reason };
    }
    this.#setState('down', (await observation.lost).reason);
  }

  #newObservation(): Observation {
    const { listener, baseline, random = Math.random, ...options } = this.#options;
    return new Observation({
      ...options,
      redis: this.#redis,
      home: this,
      random,
      nextScanId: () => ++this.scanId,
      baseline: baseline && !this.#everComplete,
      counted: options.heard,
      answered: () => this.#heartbeat.heard(),
      changed: () => listener.changed(),
      misplaced: (key, error, hint) => listener.misplaced(this, key, error, hint),
    });
  }
}
