/**
 * The live truth about all leases, and how far it can be trusted. One per server process; it costs
 * the same whether one page or two hundred look at it.
 */

import { binaryKeyOf } from '../keys/lease-id.ts';
import { NodeSet } from './cluster/node-set.ts';
import { EventRate } from './event-rate.ts';
import { Listeners } from './listeners.ts';
import type { ObservedTrust } from './observed-trust.ts';
import { type HeldNow, type ObservationGap, type OwnerChange, STARTED } from './owner-change.ts';
import { RedisClock } from './redis-clock.ts';
import type { Connect } from './source/change-source.ts';
import type { FlagsSet } from './source/enable-events.ts';
import { leasePrefixes, prefixOf } from './table/lease-prefix.ts';
import type { LeaseRecord } from './table/lease-record.ts';
import { LeaseTable } from './table/lease-table.ts';
import { noHint, ownerBytes } from './table/reading.ts';
import { TICK_MS } from './table/timer-wheel.ts';
import { trustOf } from './trust.ts';
import {
  enableEventsOn,
  nodeStats,
  type WatchedServer,
  type WatchStats,
  watchedServers,
} from './watched-servers.ts';

export interface LeaseWatchOptions {
  /** Opens a connection to the watched Redis; see {@link redisConnector}. */
  connect: Connect;
  /** Prefixes of the deployments to watch: `mastra:topic`. */
  prefixes: readonly string[];
  /** How often leases are read where the server tells no events, milliseconds. */
  samplePeriodMs?: number;
  /** How often, at most, everything is scanned for what no event told (FLUSHALL tells none), milliseconds. */
  reconcileMs?: number;
  /** Consent to add what leases need to the servers' event flags, at every connection. */
  enableEvents?: boolean;
  clock?: RedisClock;
}

export class LeaseWatch {
  readonly #options: LeaseWatchOptions;
  readonly #clock: RedisClock;
  readonly #prefixes;
  readonly #table: LeaseTable;
  readonly #ownerChanges = new Listeners<OwnerChange>();
  readonly #gaps = new Listeners<ObservationGap>();
  readonly #trusts = new Listeners<ObservedTrust>();
  readonly #changes = new Listeners<LeaseRecord>();
  readonly #flagsSets = new Listeners<FlagsSet>();
  readonly #samplePeriodMs: number;
  #nodes: NodeSet | null = null;
  readonly #events = new EventRate();
  #gapCount = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: LeaseWatchOptions) {
    this.#options = options;
    this.#clock = options.clock ?? new RedisClock();
    this.#prefixes = leasePrefixes(options.prefixes);
    this.#samplePeriodMs = options.samplePeriodMs ?? 2000;
    this.#table = new LeaseTable(
      {
        ownerChanged: (change) => this.#ownerChanges.tell(change),
        changed: (lease) => this.#changes.tell(lease),
      },
      this.#clock.now(),
    );
  }

  /** Starts to observe. Does not wait for Redis: {@link trust} tells when it is there. */
  start(): void {
    if (this.#timer) return;
    this.#nodes = new NodeSet({
      connect: this.#options.connect,
      prefixes: this.#prefixes,
      table: this.#table,
      clock: this.#clock,
      samplePeriodMs: this.#samplePeriodMs,
      reconcileMs: this.#options.reconcileMs ?? 15_000,
      mayEnableEvents: this.#options.enableEvents ?? false,
      flagsSet: (set) => this.#flagsSets.tell(set),
      heard: () => this.#events.note(),
      changed: () => this.#trusts.tell(this.trust()),
      gap: (gap) => {
        if (gap.reason !== STARTED) this.#gapCount++;
        for (const { name } of this.#prefixes) this.#gaps.tell({ prefix: name, ...gap });
      },
    });
    this.#timer = setInterval(() => this.#table.advance(this.#clock.now()), TICK_MS);
  }

  /** Ends everything: connections, timers, listeners. Safe to call twice. */
  close(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#nodes?.close();
    this.#nodes = null;
    this.#ownerChanges.clear();
    this.#gaps.clear();
    this.#trusts.clear();
    this.#changes.clear();
    this.#flagsSets.clear();
  }

  /** Redis' clock, milliseconds. */
  now(): number {
    return this.#clock.now();
  }

  /** How far what is observed can be trusted now. */
  trust(): ObservedTrust {
    return trustOf(this.#nodes?.nodes ?? [], {
      now: this.#clock.now(),
      samplePeriodMs: this.#samplePeriodMs,
      seeking: this.#nodes?.seeking ?? { since: this.#clock.now(), detail: null },
    });
  }

  /** How many leases there are of each kind and in each health. */
  tallies() {
    return this.#table.tallies(this.#clock.now());
  }

  /** How many leases the table has. */
  get size(): number {
    return this.#table.size;
  }

  /** Every lease in the table, in no order. */
  leases(): Iterable<LeaseRecord> {
    return this.#table.all();
  }

  /** The lease as the table has it, `undefined` when it is not held or no such id exists. */
  find(id: string): LeaseRecord | undefined {
    const key = binaryKeyOf(id);
    return key === null ? undefined : this.#table.get(key);
  }

  /**
   * The lease as Redis has it now; the table learns from it, too.
   * @throws when Redis cannot be asked: then nothing is known.
   */
  async fresh(id: string): Promise<LeaseRecord | undefined> {
    const key = binaryKeyOf(id);
    const prefix = key && prefixOf(this.#prefixes, key);
    if (!key || !prefix) return undefined;
    if (!this.#nodes) throw new Error('not observing');
    const { node, reading } = await this.#nodes.read(key);
    this.#table.take(key, prefix, node, reading, noHint({ reconciled: false }));
    return this.#table.get(key);
  }

  /** Every lease of this prefix that is held now, as far as it is known. */
  *heldNow(prefix: string): Generator<HeldNow> {
    for (const lease of this.#table.all()) {
      if (lease.prefix.name !== prefix || lease.owner === null) continue;
      yield {
        redisKey: Buffer.from(lease.key, 'latin1'),
        owner: ownerBytes({ text: lease.owner, digest: lease.ownerDigest }),
        since: lease.heldSinceExact ? Math.round(lease.heldSince) : null,
        expiresAt: lease.expiresAt === null ? null : Math.round(lease.expiresAt),
      };
    }
  }

  /** Numbers about observing itself. */
  stats(): WatchStats {
    return {
      ...nodeStats(this.#nodes?.nodes ?? []),
      eventsPerSecond: this.#events.perSecond(),
      gaps: this.#gapCount,
      clockAheadMs: this.#clock.wallClockAheadMs(),
    };
  }

  /** The servers observed, for questions about them. */
  servers(): WatchedServer[] {
    return watchedServers(this.#nodes?.nodes ?? [], {
      prefixes: this.#options.prefixes,
      samplePeriodMs: this.#samplePeriodMs,
    });
  }

  /**
   * Adds to the servers' event flags what leases need, taking nothing away. To be called with
   * consent only: the flags belong to everybody who uses the server.
   * @returns what was changed, for the audit; empty when nothing was missing.
   * @throws when a server refuses; those before it have been changed.
   */
  enableEvents(): Promise<FlagsSet[]> {
    return enableEventsOn(this.#nodes?.nodes ?? []);
  }

  /**
   * Tells every change of owner, in order per lease. What the first scan finds was there before
   * and is not told: {@link heldNow} has it.
   */
  onOwnerChange(tell: (change: OwnerChange) => void): () => void {
    return this.#ownerChanges.add(tell);
  }

  /** Tells each time in which changes may have been missed, once the scan that ends it is done. */
  onGap(tell: (gap: ObservationGap) => void): () => void {
    return this.#gaps.add(tell);
  }

  /** Tells at once when one of the facts about trust changes. */
  onTrust(tell: (trust: ObservedTrust) => void): () => void {
    return this.#trusts.add(tell);
  }

  /** Tells that event flags were added on the standing consent of the settings, for the audit. */
  onFlagsSet(tell: (set: FlagsSet) => void): () => void {
    return this.#flagsSets.add(tell);
  }

  /** Tells each lease that came, went or changed in more than its deadline. */
  onLeaseChange(tell: (lease: LeaseRecord) => void): () => void {
    return this.#changes.add(tell);
  }

  /**
   * Restores since when its present owner has held a lease, milliseconds on Redis' clock, where the
   * beginning was not observed. Kept here because health depends on it. `exact`: the moment itself
   * is known, not only that it was held by then.
   */
  restoreHeldSince(lease: LeaseRecord, since: { at: number; exact: boolean }): void {
    this.#table.backdate(lease, since, this.#clock.now());
  }
}
