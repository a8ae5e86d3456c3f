/** Which dashboard writes history: the holder of a lease of our own, one per prefix. */

import { randomUUID } from 'node:crypto';
import type { LeaseProvider } from '../lease/index.ts';

const KEY = 'recorder';
const TTL_MS = 4000;
const TURN_MS = 1000;

export interface RecorderTermOptions {
  /** Leases under `leaseboard:{<prefix>}`, so that `recorder` lies beside the history. */
  leases: LeaseProvider;
  /** Names this dashboard in the lease, for whoever looks. */
  self: string;
  /** A monotonic clock in milliseconds. */
  clock?: () => number;
}

/**
 * Takes the recorder's lease when it is free and keeps it. Each term has an owner id of its own,
 * which the record script compares: a dashboard that was paused past its term writes nothing.
 */
export class RecorderTerm {
  readonly #leases: LeaseProvider;
  readonly #self: string;
  readonly #clock: () => number;
  #owner: string | null = null;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor({ leases, self, clock = () => performance.now() }: RecorderTermOptions) {
    this.#leases = leases;
    this.#self = self;
    this.#clock = clock;
  }

  /** The owner id of the present term; `null` while another dashboard records, or none. */
  get owner(): string | null {
    return this.#owner;
  }

  /** Renews or tries to take the lease, once a second. Rejects when the store cannot answer. */
  async keep(): Promise<void> {
    const now = this.#clock();
    if (now - this.#askedAt < TURN_MS) return;
    this.#askedAt = now;
    if (this.#owner !== null) {
      const kept = await this.#leases.renewLease(KEY, this.#owner, TTL_MS);
      if (!kept) this.#owner = null;
      return;
    }
    const owner = `${this.#self}/${randomUUID()}`;
    const { acquired } = await this.#leases.acquireLease(KEY, owner, TTL_MS);
    if (acquired) this.#owner = owner;
  }

  /** The record script found another term: this one is over. */
  lost(): void {
    this.#owner = null;
  }

  /** Gives the lease up, so that another dashboard can record at once. */
  async leave(): Promise<void> {
    const owner = this.#owner;
    this.#owner = null;
    this.#askedAt = this.#clock();
    if (owner !== null) await this.#leases.releaseLease(KEY, owner);
  }
}
