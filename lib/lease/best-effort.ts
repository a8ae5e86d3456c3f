import { checkName, checkTtl } from './arguments.ts';
import type { AcquireResult, LeaseProvider } from './contract.ts';

/** What a backend must be able to do, each atomically. Times are ms. */
export interface LeaseStore {
  /** Stores `owner` for `ttlMs` if nobody is stored. Whether it did. */
  claim(key: string, owner: string, ttlMs: number): Promise<boolean>;
  /** Who is stored. */
  read(key: string): Promise<string | undefined>;
  /** Gives `owner` another `ttlMs`, if it is stored. Whether it was. */
  extend(key: string, owner: string, ttlMs: number): Promise<boolean>;
  /** Removes `owner`, if it is stored. Whether it was. */
  remove(key: string, owner: string): Promise<boolean>;
}

/**
 * Leases over a store that can claim, extend and remove, but not swap one owner for another.
 *
 * Its `transferLease` releases and then acquires: for a moment the lease is free, another may win
 * it, and the answer is then `false` though `from` has given it up. `atomicTransfer` says so. There
 * are no fences and no history.
 */
export class BestEffortLeaseProvider implements LeaseProvider {
  readonly atomicTransfer = false;
  readonly #store: LeaseStore;

  constructor(store: LeaseStore) {
    this.#store = store;
  }

  async acquireLease(key: string, owner: string, ttlMs: number): Promise<AcquireResult> {
    checkName('key', key);
    checkName('owner', owner);
    checkTtl(ttlMs);
    if (await this.#store.claim(key, owner, ttlMs)) return { acquired: true, owner };
    if (await this.#store.extend(key, owner, ttlMs)) {
      return { acquired: true, owner, refreshed: true };
    }
    return { acquired: false, owner: await this.#store.read(key) };
  }

  async getLeaseOwner(key: string): Promise<string | undefined> {
    checkName('key', key);
    return this.#store.read(key);
  }

  async releaseLease(key: string, owner: string): Promise<void> {
    checkName('key', key);
    checkName('owner', owner);
    await this.#store.remove(key, owner);
  }

  async renewLease(key: string, owner: string, ttlMs: number): Promise<boolean> {
    checkName('key', key);
    checkName('owner', owner);
    checkTtl(ttlMs);
    return this.#store.extend(key, owner, ttlMs);
  }

  async transferLease(key: string, from: string, to: string, ttlMs: number): Promise<boolean> {
    checkName('key', key);
    checkName('from', from);
    checkName('to', to);
    checkTtl(ttlMs);
    if (from === to) return this.#store.extend(key, to, ttlMs);
    if (!(await this.#store.remove(key, from))) return false;
    return this.#store.claim(key, to, ttlMs);
  }
}
