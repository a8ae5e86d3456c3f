/** Deadlines of leases, and what is learnt of how their holders renew them. */

import { ExactTtl } from './exact-ttl.ts';
import { Habits } from './habits.ts';
import { isExpectedRenewal, learnInterval, ttlFrom } from './learning.ts';
import type { LeaseRecord } from './lease-record.ts';
import { MixedTtls } from './mixed-ttls.ts';
import type { Hint } from './reading.ts';
import type { Present } from './tenure.ts';
import type { TimerWheel } from './timer-wheel.ts';

/** A deadline further off than this from the one kept was set anew. */
const MOVED_MS = 150;
/** A reading with more slack does not tell a deadline exactly. */
const EXACT_MS = 4;

export class LeaseTiming {
  readonly #wheel: TimerWheel<LeaseRecord>;
  readonly #changed: (lease: LeaseRecord) => void;
  readonly #habits = new Habits();
  readonly #mixed = new MixedTtls();
  readonly #exactTtls = new Map<string, ExactTtl>();

  /** @param changed told when more than the deadline of a lease changed. */
  constructor(wheel: TimerWheel<LeaseRecord>, changed: (lease: LeaseRecord) => void) {
    this.#wheel = wheel;
    this.#changed = changed;
  }

  /** Whether a renewal at `at` needs no reading to know the new deadline. */
  isExpected(lease: LeaseRecord, at: number): boolean {
    if (this.#mixed.isMixed(lease, at)) return false;
    if (lease.ttlMs === null) this.adoptHabit(lease);
    return isExpectedRenewal(lease, at);
  }

  /** The deadline of a new tenure. `setAt`: when it was set; 0 when that was not seen. */
  begin(lease: LeaseRecord, { remainingMs, at, slackMs }: Present, setAt: number): void {
    this.#setDeadline(lease, remainingMs, at);
    lease.deadlineSlackMs = slackMs;
    if (setAt > 0 && remainingMs !== null) lease.ttlMs = ttlFrom(remainingMs, at - setAt);
    this.adoptHabit(lease);
  }

  /**
   * When a tenure began that was said to at `hint.setAt`, as the server's own deadline tells it; `null`
   * when it does not.
   */
  grantedAt(lease: LeaseRecord, reading: Present, { setAt, expireAt }: Hint): number | null {
    const { at, slackMs, remainingMs } = reading;
    if (remainingMs === null || setAt === 0 || slackMs > EXACT_MS) return null;
    // An owner written with KEEPTTL has the deadline of the one before.
    if (expireAt < setAt) return null;
    const sort = `${lease.kind} ${lease.prefix.name}`;
    const exact = this.#exactTtls.get(sort) ?? new ExactTtl();
    this.#exactTtls.set(sort, exact);
    const ttlMs = exact.of(remainingMs + at - setAt, !this.#mixed.isMixed(lease, at));
    return ttlMs === null ? null : at + remainingMs - ttlMs;
  }

  /** The same owner holds it still: its deadline may have moved, its TTL can be learnt. */
  refresh(lease: LeaseRecord, { remainingMs, at, slackMs }: Present, hint: Hint): void {
    lease.deadlineSlackMs = slackMs;
    const setAt = Math.max(hint.expireAt, hint.setAt);
    if (remainingMs === null || lease.expiresAt === null) {
      if ((remainingMs === null) !== (lease.expiresAt === null)) this.#changed(lease);
      this.#setDeadline(lease, remainingMs, at);
      return;
    }
    const expiresAt = at + remainingMs;
    const moved = expiresAt - lease.expiresAt;
    if (setAt > 0) {
      const ttlMs = ttlFrom(remainingMs, at - setAt);
      this.#mixed.note(lease, ttlMs, at);
      this.#learnTtl(lease, ttlMs);
      this.renew(lease, setAt, expiresAt);
      this.#noteHabit(lease);
    } else if (moved > MOVED_MS) {
      // Renewed unseen: without events, or while nobody looked.
      if (remainingMs > (lease.ttlMs ?? 0)) this.#learnTtl(lease, ttlFrom(remainingMs, 0));
      this.renew(lease, expiresAt - (lease.ttlMs ?? remainingMs), expiresAt);
    } else {
      this.#setDeadline(lease, remainingMs, at);
    }
  }

  #learnTtl(lease: LeaseRecord, ttlMs: number): void {
    if (lease.ttlMs === ttlMs) return;
    lease.ttlMs = ttlMs;
    this.#changed(lease);
  }

  /** Takes note of a renewal at `at`, which moved the deadline to `expiresAt`. */
  renew(lease: LeaseRecord, at: number, expiresAt: number): void {
    const before = lease.renewEveryMs;
    learnInterval(lease, at);
    lease.renewals++;
    lease.renewedAt = at;
    lease.renews = true;
    // What is shown changes only when it changes by more than jitter.
    if (Math.abs((lease.renewEveryMs ?? 0) - (before ?? 0)) > (before ?? 0) * 0.1) {
      this.#changed(lease);
    }
    this.#moveDeadline(lease, expiresAt);
  }

  #noteHabit({ prefix, kind, ttlMs, renewEveryMs }: LeaseRecord): void {
    if (ttlMs === null || renewEveryMs === null) return;
    this.#habits.note(prefix.name, kind, ttlMs, renewEveryMs);
  }

  /** Takes over what leases of its kind do, where that of the lease itself is not known yet. */
  adoptHabit(lease: LeaseRecord): void {
    if (lease.expiresAt === null || !lease.renews) return;
    const habit = this.#habits.of(lease.prefix.name, lease.kind);
    if (lease.ttlMs === null) {
      if (!habit || lease.expiresAt - lease.firstSeen > habit.ttlMs) return;
      lease.ttlMs = habit.ttlMs;
      lease.renewedAt = lease.expiresAt - habit.ttlMs;
      this.#changed(lease);
    }
    if (lease.renewEveryMs !== null) return;
    const alike = habit && Math.abs(habit.ttlMs - lease.ttlMs) < habit.ttlMs * 0.1;
    // Mastra renews three times per TTL, and so does whoever follows it.
    lease.renewEveryMs = alike ? habit.renewEveryMs : Math.round(lease.ttlMs / 3);
  }

  #setDeadline(lease: LeaseRecord, remainingMs: number | null, at: number): void {
    if (remainingMs === null) {
      lease.deadline = Number.POSITIVE_INFINITY;
      this.#wheel.drop(lease);
    } else {
      this.#moveDeadline(lease, at + remainingMs);
    }
  }

  #moveDeadline(lease: LeaseRecord, deadline: number): void {
    const earlier = deadline < lease.deadline;
    lease.deadline = deadline;
    if (earlier || lease.wakeTick === -1) this.#wheel.plan(lease, deadline);
  }
}
