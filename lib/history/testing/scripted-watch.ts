/** A lease watch that sees exactly what a test tells it. */

import { leaseKeyPrefix } from '../../lease/index.ts';
import type { HeldNow, ObservationGap, OwnerChange } from '../../observe/owner-change.ts';
import type { LeaseSource } from '../lease-source.ts';

export const PREFIX = 'test:topic';

/** The Redis key of the lease with this name. */
export function redisKey(name: string): Buffer {
  return Buffer.from(leaseKeyPrefix(PREFIX) + name);
}

/** Made-up changes, on the machine's clock, with the table kept to match. */
export class ScriptedWatch implements LeaseSource {
  observing = true;
  readonly #now: () => number;
  readonly #held = new Map<string, HeldNow>();
  readonly #changes = new Set<(change: OwnerChange) => void>();
  readonly #gaps = new Set<(gap: ObservationGap) => void>();

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  now(): number {
    return this.#now();
  }

  trust(): ReturnType<LeaseSource['trust']> {
    return {
      redis: { state: this.observing ? 'up' : 'down', since: 0, detail: null, refused: false },
      events: {
        mode: 'keyspace',
        reason: null,
        lagMs: 1,
        periodMs: null,
        complete: this.observing,
      },
    };
  }

  onOwnerChange(listener: (change: OwnerChange) => void): () => void {
    this.#changes.add(listener);
    return () => this.#changes.delete(listener);
  }

  onGap(listener: (gap: ObservationGap) => void): () => void {
    this.#gaps.add(listener);
    return () => this.#gaps.delete(listener);
  }

  *heldNow(): Generator<HeldNow> {
    yield* this.#held.values();
  }

  /** Sets the table without a change being seen: what a first scan finds. */
  find(name: string, owner: string | Buffer): void {
    const key = redisKey(name);
    const held = { redisKey: key, owner: Buffer.from(owner), since: null, expiresAt: null };
    this.#held.set(key.toString('latin1'), held);
  }

  /** Sees a lease go from its holder to another; `null` is nobody. */
  see(
    name: string | Buffer,
    to: string | Buffer | null,
    how: Partial<Pick<OwnerChange, 'event' | 'at' | 'source' | 'exact' | 'renewals'>> = {},
  ): OwnerChange {
    const key = typeof name === 'string' ? redisKey(name) : name;
    const id = key.toString('latin1');
    const before = this.#held.get(id);
    const at = how.at ?? this.now();
    const from = before?.owner ?? null;
    const gained = from ? 'transferred' : 'acquired';
    const change: OwnerChange = {
      redisKey: key,
      prefix: PREFIX,
      event: how.event ?? (to === null ? 'released' : gained),
      from,
      to: to === null ? null : Buffer.from(to),
      at,
      source: how.source ?? 'observed',
      exact: how.exact ?? true,
      heldForMs: before?.since == null ? null : at - before.since,
      renewals: how.renewals ?? 0,
    };
    if (change.to)
      this.#held.set(id, { redisKey: key, owner: change.to, since: at, expiresAt: null });
    else this.#held.delete(id);
    for (const listener of this.#changes) listener(change);
    return change;
  }

  /** Says that nothing was seen between two moments. */
  miss(from: number, to: number, reason = 'Redis away'): void {
    for (const listener of this.#gaps) listener({ prefix: PREFIX, from, to, reason });
  }
}
