import { checkFence, checkName, checkTtl } from './arguments.ts';
import type { LeaseChange } from './change.ts';
import type { AcquireResult, GrantGuard, LeaseProvider } from './contract.ts';

export interface MemoryLeaseProviderOptions {
  /** Wall-clock time in ms; the system's, made monotonic within the process, when absent. */
  now?: () => number;
  /** How many changes of owner are kept; 10,000 when absent, the oldest go first. */
  historyLimit?: number;
}

interface Grant {
  owner: string;
  fence: number;
  since: number;
  deadline: number;
  renewals: number;
}

/**
 * Leases within one process: for tests, and for programs that run alone. Behaves as the Redis
 * provider does, fences and history included, under a clock that can be given. Every operation is
 * done before its promise is returned, so calls take effect in the order in which they are made.
 */
export class MemoryLeaseProvider implements LeaseProvider {
  readonly atomicTransfer = true;

  readonly #grants = new Map<string, Grant>();
  readonly #changes: LeaseChange[] = [];
  readonly #now: () => number;
  readonly #historyLimit: number;
  #lastFence = 0;

  constructor(options: MemoryLeaseProviderOptions = {}) {
    this.#now = options.now ?? steadyNow;
    this.#historyLimit = options.historyLimit ?? 10_000;
  }

  async acquireLease(key: string, owner: string, ttlMs: number): Promise<AcquireResult> {
    checkName('key', key);
    checkName('owner', owner);
    checkTtl(ttlMs);
    const now = this.#now();
    const grant = this.#alive(key, now);
    if (grant && grant.owner !== owner) return { acquired: false, owner: grant.owner };
    if (grant) {
      grant.deadline = now + ttlMs;
      return { acquired: true, owner, fence: String(grant.fence), refreshed: true };
    }
    const granted = this.#grant(key, owner, now, ttlMs);
    this.#append({ ...change(key, 'acquired', now), to: owner, fence: String(granted.fence) });
    return { acquired: true, owner, fence: String(granted.fence) };
  }

  async getLeaseOwner(key: string): Promise<string | undefined> {
    checkName('key', key);
    return this.#alive(key, this.#now())?.owner;
  }

  async releaseLease(key: string, owner: string, guard?: GrantGuard): Promise<void> {
    checkName('key', key);
    checkName('owner', owner);
    checkFence(guard?.fence);
    const now = this.#now();
    const grant = this.#alive(key, now);
    if (grant?.owner !== owner || !isGuarded(grant, guard)) return;
    this.#grants.delete(key);
    this.#append({ ...change(key, 'released', now), ...before(grant, now) });
  }

  async renewLease(
    key: string,
    owner: string,
    ttlMs: number,
    guard?: GrantGuard,
  ): Promise<boolean> {
    checkName('key', key);
    checkName('owner', owner);
    checkTtl(ttlMs);
    checkFence(guard?.fence);
    const now = this.#now();
    const grant = this.#alive(key, now);
    if (grant?.owner !== owner || !isGuarded(grant, guard)) return false;
    grant.deadline = now + ttlMs;
    grant.renewals += 1;
    return true;
  }

  async transferLease(key: string, from: string, to: string, ttlMs: number): Promise<boolean> {
    checkName('key', key);
    checkName('from', from);
    checkName('to', to);
    checkTtl(ttlMs);
    const now = this.#now();
    const grant = this.#alive(key, now);
    if (grant?.owner !== from) return false;
    if (from === to) {
      grant.deadline = now + ttlMs;
      return true;
    }
    const { fence } = this.#grant(key, to, now, ttlMs);
    const passed = { ...change(key, 'transferred', now), ...before(grant, now) };
    this.#append({ ...passed, to, fence: String(fence) });
    return true;
  }

  /** Every change of owner kept, oldest first. Leases that expired by now are included. */
  history(): readonly LeaseChange[] {
    const now = this.#now();
    for (const key of [...this.#grants.keys()]) this.#alive(key, now);
    return [...this.#changes];
  }

  /** The grant in force; one that expired is recorded as such and forgotten. */
  #alive(key: string, now: number): Grant | undefined {
    const grant = this.#grants.get(key);
    if (!grant || now <= grant.deadline) return grant;
    this.#grants.delete(key);
    this.#append({ ...change(key, 'expired', grant.deadline), ...before(grant, grant.deadline) });
    return undefined;
  }

  #grant(key: string, owner: string, now: number, ttlMs: number): Grant {
    this.#lastFence = Math.max(this.#lastFence + 1, Math.floor(now * 1000));
    const fence = this.#lastFence;
    const grant = { owner, fence, since: now, deadline: now + ttlMs, renewals: 0 };
    this.#grants.set(key, grant);
    return grant;
  }

  #append(entry: LeaseChange): void {
    this.#changes.push(entry);
    if (this.#changes.length > this.#historyLimit) this.#changes.shift();
  }
}

function change(key: string, event: LeaseChange['event'], at: number): LeaseChange {
  return { key, event, from: null, to: null, at, heldMs: null, renewals: null, fence: null };
}

function before(grant: Grant, end: number) {
  return { from: grant.owner, heldMs: end - grant.since, renewals: grant.renewals };
}

function isGuarded({ fence }: Grant, guard: GrantGuard | undefined): boolean {
  return guard?.fence === undefined || guard.fence === String(fence);
}

function steadyNow(): number {
  return Math.floor(performance.timeOrigin + performance.now());
}
