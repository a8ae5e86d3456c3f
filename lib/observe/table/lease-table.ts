/**
 * All leases, as last read. What events say is never taken for a fact: a lease comes, goes and
 * changes its owner here by readings alone. Only an expected renewal moves a deadline unread.
 */

import { healthOf, nextHealthChange } from '../health.ts';
import type { OwnerChange } from '../owner-change.ts';
import { ChangeMemory } from './change-memory.ts';
import { ForgedNews } from './forged-news.ts';
import { type LeasePrefix, leaseKindOf } from './lease-prefix.ts';
import { type LeaseHome, LeaseRecord } from './lease-record.ts';
import { LeaseTiming } from './lease-timing.ts';
import { type Hint, type Owner, ownerBytes, type Reading } from './reading.ts';
import { newTallies } from './tally.ts';
import {
  backdate,
  begin,
  isOldNews,
  type Present,
  sameOwner,
  type Tenure,
  tenureOf,
  wasFreeBetween,
} from './tenure.ts';
import { TimerWheel } from './timer-wheel.ts';

/** One expected renewal in so many is read all the same, to keep what was learnt honest. */
const SAMPLE_ONE_IN = 1024;
/** Waiting for the reading of a lease that is due, before it is asked for again. */
const ASK_AGAIN_MS = 1000;

export interface LeaseTableListener {
  /** An owner changed. Told in order per lease. */
  ownerChanged(change: OwnerChange): void;
  /** A lease came, went or changed in more than its deadline. */
  changed(lease: LeaseRecord): void;
}

export class LeaseTable {
  readonly #leases = new Map<string, LeaseRecord>();
  readonly #wheel: TimerWheel<LeaseRecord>;
  readonly #memory = new ChangeMemory();
  readonly #forged = new ForgedNews();
  readonly #timing: LeaseTiming;
  readonly #tallies = newTallies();
  readonly #listener: LeaseTableListener;
  readonly #random: () => number;

  constructor(listener: LeaseTableListener, now: number, random: () => number = Math.random) {
    this.#listener = listener;
    this.#wheel = new TimerWheel(now);
    this.#timing = new LeaseTiming(this.#wheel, (lease) => this.#changed(lease));
    this.#random = random;
  }

  get size(): number {
    return this.#leases.size;
  }

  get(key: string): LeaseRecord | undefined {
    return this.#leases.get(key);
  }

  all(): IterableIterator<LeaseRecord> {
    return this.#leases.values();
  }

  tallies(now: number) {
    const byHealth = this.#tallies.health.all();
    const flapping = this.#memory.flapping(now);
    return {
      held: this.#leases.size,
      byHealth: flapping > 0 ? { ...byHealth, flapping } : byHealth,
      byKind: this.#tallies.kind.all(),
      expiredLast5Min: this.#tallies.expired.count(now),
    };
  }

  /**
   * Takes note of a deadline set at `at`. False when it must be read: the lease is unknown, what
   * its holder does is not learnt yet, it came at an unexpected time, or it is a sample.
   */
  renewed(key: string, at: number): boolean {
    const lease = this.#leases.get(key);
    if (!lease?.known || lease.expiresAt === null) return false;
    if (!this.#timing.isExpected(lease, at) || lease.ttlMs === null) return false;
    if (this.#random() * SAMPLE_ONE_IN < 1) return false;
    this.#timing.renew(lease, at, at + lease.ttlMs);
    if (lease.health !== 'healthy') this.#reassess(lease, at);
    return true;
  }

  /** Takes a reading in. `home` is where it was read, `prefix` the deployment it belongs to. */
  take(key: string, prefix: LeasePrefix, home: LeaseHome, reading: Reading, hint: Hint): void {
    const lease = this.#leases.get(key);
    if (reading.state === 'missing') {
      if (lease) this.#remove(lease, reading.at, hint);
      return;
    }
    if (!lease) {
      this.#add(key, prefix, home, reading, hint);
      return;
    }
    lease.home = home;
    lease.scan = home.scanId;
    if (!lease.known) {
      lease.known = true;
      this.#changed(lease);
    }
    const owner = reading.state === 'held' ? reading.owner : null;
    this.#forged.discard(lease, reading, hint);
    const handedOn =
      !sameOwner(lease, owner) || (wasFreeBetween(hint) && !isOldNews(lease, reading));
    if (handedOn) this.#handOn(lease, reading, hint);
    else this.#timing.refresh(lease, reading, hint);
    this.#reassess(lease, reading.at);
  }

  /** Whether this ASCII value is the owner that the table has. Others want a reading to compare. */
  holds(lease: LeaseRecord, value: string | null): boolean {
    return value !== null && lease.owner === value && lease.ownerDigest === null;
  }

  /** Marks what is known of a lease as in doubt. */
  doubt(lease: LeaseRecord, now: number): void {
    if (!lease.known) return;
    lease.known = false;
    this.#reassess(lease, now);
  }

  /** Takes over since when its owner has held a lease, where that was not seen here. */
  backdate(lease: LeaseRecord, since: { at: number; exact: boolean }, now: number): void {
    if (!backdate(lease, since)) return;
    this.#changed(lease);
    this.#reassess(lease, now);
  }

  /** Does what is due by `now`: health that changes with time, deadlines that have passed. */
  advance(now: number): void {
    this.#wheel.advance(now, (lease) => {
      if (lease.gone) return;
      const overdue = lease.deadline <= now;
      if (overdue) lease.home.due(lease);
      // While its server is away nobody knows who renewed: health stands still.
      if (lease.home.reachable) {
        if (lease.ttlMs === null) this.#timing.adoptHabit(lease);
        this.#reassess(lease, now);
      }
      if (overdue || !lease.home.reachable) this.#wheel.plan(lease, now + ASK_AGAIN_MS);
    });
  }

  #add(key: string, prefix: LeasePrefix, home: LeaseHome, reading: Present, hint: Hint): void {
    const lease = new LeaseRecord(key, prefix, leaseKindOf(key, prefix), home);
    lease.scan = home.scanId;
    this.#leases.set(key, lease);
    this.#tallies.health.add(lease.health, 1);
    this.#tallies.kind.add(lease.kind, 1);
    this.#handOn(lease, reading, hint);
    this.#reassess(lease, reading.at);
  }

  #remove(lease: LeaseRecord, now: number, hint: Hint): void {
    const overdue = lease.deadline <= now;
    const event = hint.freed ?? (overdue ? 'expired' : 'released');
    const seenAt = hint.freed ? hint.freedAt : now;
    // Redis tells of an expiry late; the deadline is when it happened.
    const at = event === 'expired' ? Math.min(seenAt, lease.deadline) : seenAt;
    lease.gone = true;
    this.#leases.delete(lease.key);
    this.#wheel.drop(lease);
    this.#tallies.health.add(lease.health, -1);
    this.#tallies.kind.add(lease.kind, -1);
    if (event === 'expired') this.#tallies.expired.add(at);
    if (lease.owner !== null) this.#tell(lease, event, tenureOf(lease), null, at, hint);
    this.#changed(lease);
  }

  /** Another owner holds the lease now, or the same one anew after it was free in between. */
  #handOn(lease: LeaseRecord, reading: Present, hint: Hint): void {
    const owner = reading.state === 'held' ? reading.owner : null;
    const granted = hint.reconciled ? null : this.#timing.grantedAt(lease, reading, hint);
    // News taken in late happened before the reading all the same.
    const heard = Math.min((!hint.reconciled && hint.setAt) || reading.at, reading.at);
    const at = granted ?? heard;
    let from = tenureOf(lease);
    if (from && (owner === null || wasFreeBetween(hint))) {
      const saidAt = hint.freed ? Math.min(hint.freedAt, at) : at;
      // Redis reports an expiry late; the deadline is when it happened.
      const freedAt = hint.freed === 'expired' ? Math.min(saidAt, lease.deadline) : saidAt;
      this.#tell(lease, hint.freed ?? 'released', from, null, freedAt, hint);
      from = null;
    }
    begin(lease, owner, at, hint.setAt);
    lease.grantExact = granted !== null;
    this.#timing.begin(lease, reading, hint.setAt);
    if (owner) this.#tell(lease, from ? 'transferred' : 'acquired', from, owner, at, hint);
    this.#changed(lease);
  }

  #reassess(lease: LeaseRecord, now: number): void {
    if (lease.gone) return;
    lease.recentChanges = lease.changes > 1 ? this.#memory.recent(lease.key, now) : lease.changes;
    const health = healthOf(lease, now);
    if (health !== lease.health) {
      this.#tallies.health.add(lease.health, -1);
      this.#tallies.health.add(health, 1);
      lease.health = health;
      this.#changed(lease);
    }
    const next = nextHealthChange(lease, now);
    if (next !== null) this.#wheel.plan(lease, next);
    if (lease.ttlMs === null && lease.renews) this.#wheel.plan(lease, now + ASK_AGAIN_MS);
    if (health === 'flapping') {
      const fall = this.#memory.nextFall(lease.key, now);
      if (fall !== null) this.#wheel.plan(lease, fall);
    }
  }

  #changed(lease: LeaseRecord): void {
    lease.version++;
    this.#listener.changed(lease);
  }

  #tell(
    lease: LeaseRecord,
    event: OwnerChange['event'],
    from: Tenure | null,
    to: Owner | null,
    saidAt: number,
    hint: Hint,
  ): void {
    if (hint.baseline) return;
    // What a deadline says and what news say can differ a little; changes of a key keep their order.
    const at = Math.max(saidAt, this.#memory.lastAt(lease.key));
    lease.changes = this.#memory.note(lease.key, at);
    lease.lastChangeAt = at;
    const since = from?.since ?? null;
    const exact = to ? lease.grantExact : (from?.exact ?? false);
    this.#listener.ownerChanged({
      redisKey: Buffer.from(lease.key, 'latin1'),
      prefix: lease.prefix.name,
      event,
      from: from && ownerBytes(from.owner),
      to: to && ownerBytes(to),
      at: Math.round(at),
      source: hint.reconciled ? 'reconciled' : 'observed',
      exact,
      heldForMs: since === null ? null : Math.max(0, Math.round(at) - Math.round(since)),
      renewals: from?.renewals ?? 0,
    });
  }
}
