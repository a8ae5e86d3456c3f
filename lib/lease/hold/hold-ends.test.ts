import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AcquireResult, LeaseProvider } from '../contract.ts';
import {
  LeaseHeldError,
  LeaseLostError,
  LeaseOutcomeUnknownError,
  LeaseUnavailableError,
} from '../errors.ts';
import { MemoryLeaseProvider } from '../memory.ts';
import type { HeldLease } from './held-lease.ts';
import { type HoldOptions, holdLease } from './hold-lease.ts';
import type { LossCause } from './metrics.ts';
import { withLease } from './with-lease.ts';

const TTL_MS = 3000;

let leases: MemoryLeaseProvider;

beforeEach(() => {
  vi.useFakeTimers();
  leases = new MemoryLeaseProvider({ now: () => Date.now() });
});

afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

function over(changed: Partial<LeaseProvider>): LeaseProvider {
  return {
    acquireLease: (...args) => leases.acquireLease(...args),
    getLeaseOwner: (...args) => leases.getLeaseOwner(...args),
    releaseLease: (...args) => leases.releaseLease(...args),
    renewLease: (...args) => leases.renewLease(...args),
    transferLease: (...args) => leases.transferLease(...args),
    ...changed,
  };
}

/** A provider that answers a grant that late. */
function slowToAnswer(ms: number): LeaseProvider {
  return over({
    acquireLease: async (...args) => {
      const result = await leases.acquireLease(...args);
      await new Promise((resolve) => setTimeout(resolve, ms));
      return result;
    },
  });
}

async function held(provider: LeaseProvider, options: HoldOptions): Promise<HeldLease> {
  const lease = await holdLease(provider, 'k', options);
  if (!lease.acquired) throw new Error(`refused: held by ${lease.owner}`);
  return lease;
}

const never = <T>() => new Promise<T>(() => {});

describe('a grant that is over before it arrives', () => {
  it.each(['own', 'given'])('runs no body and is given back (%s owner id)', async (owner) => {
    const body = vi.fn();
    const options = owner === 'own' ? { ttlMs: TTL_MS } : { ttlMs: TTL_MS, owner };
    const released = vi.spyOn(leases, 'releaseLease');
    const ran = withLease(slowToAnswer(TTL_MS), 'k', options, body);
    const failed = expect(ran).rejects.toThrow(LeaseLostError);
    await vi.advanceTimersByTimeAsync(TTL_MS);
    await failed;
    expect(body).not.toHaveBeenCalled();
    expect(released).toHaveBeenCalledOnce();
  });

  it('is never held, within the safety margin either', async () => {
    const holding = holdLease(slowToAnswer(TTL_MS - 100), 'k', { ttlMs: TTL_MS });
    const failed = expect(holding).rejects.toThrow(LeaseLostError);
    await vi.advanceTimersByTimeAsync(TTL_MS);
    await failed;
    expect(await leases.getLeaseOwner('k')).toBeUndefined();
  });
});

describe('a handle of an earlier grant', () => {
  it('frees and renews no newer grant of the same owner', async () => {
    const lost = await held(over({ renewLease: () => never() }), { owner: 'a', ttlMs: TTL_MS });
    await vi.advanceTimersByTimeAsync(TTL_MS + 1);
    expect(lost.isHeld()).toBe(false);
    const newer = await held(leases, { owner: 'a', ttlMs: TTL_MS });
    expect(newer.fence).not.toBe(lost.fence);
    await lost.release();
    expect(await leases.getLeaseOwner('k')).toBe('a');
    expect(newer.isHeld()).toBe(true);
    await newer.release();
    expect(await leases.getLeaseOwner('k')).toBeUndefined();
  });

  it('learns at its next renewal that its grant is over', async () => {
    const first = await held(leases, { owner: 'a', ttlMs: TTL_MS });
    await leases.releaseLease('k', 'a');
    await leases.acquireLease('k', 'a', 60_000);
    await vi.advanceTimersByTimeAsync(TTL_MS / 2);
    expect(first.signal.reason).toBeInstanceOf(LeaseLostError);
    await first.release();
    expect(await leases.getLeaseOwner('k')).toBe('a');
  });
});

describe('an acquire that the caller gave up', () => {
  it('is given back under an id of the caller, where it was a new grant', async () => {
    const caller = new AbortController();
    const signal = caller.signal;
    const holding = holdLease(slowToAnswer(100), 'k', { owner: 'a', ttlMs: TTL_MS, signal });
    const failed = expect(holding).rejects.toThrow('enough');
    await vi.advanceTimersByTimeAsync(50);
    caller.abort(new Error('enough'));
    await failed;
    expect(await leases.getLeaseOwner('k')).toBe('a');
    await vi.advanceTimersByTimeAsync(60);
    expect(await leases.getLeaseOwner('k')).toBeUndefined();
  });

  it('leaves alone what the same owner held before', async () => {
    const outer = await held(leases, { owner: 'a', ttlMs: TTL_MS });
    const caller = new AbortController();
    const signal = caller.signal;
    const inner = holdLease(slowToAnswer(100), 'k', { owner: 'a', ttlMs: TTL_MS, signal });
    const failed = expect(inner).rejects.toThrow('enough');
    caller.abort(new Error('enough'));
    await failed;
    await vi.advanceTimersByTimeAsync(200);
    expect(await leases.getLeaseOwner('k')).toBe('a');
    expect(outer.isHeld()).toBe(true);
    await outer.release();
  });
});

describe('limits', () => {
  const causes: LossCause[] = [];
  const metrics = { loss: ({ cause }: { cause: LossCause }) => void causes.push(cause) };
  beforeEach(() => {
    causes.length = 0;
  });

  it('renews no longer than maxHoldMs, and says why', async () => {
    const lease = await held(leases, { ttlMs: TTL_MS, maxHoldMs: 10_000, metrics });
    await vi.advanceTimersByTimeAsync(9_990);
    expect(lease.isHeld()).toBe(true);
    await vi.advanceTimersByTimeAsync(20);
    expect(String(lease.signal.reason)).toContain('maxHoldMs');
    expect(causes).toEqual(['max-hold']);
    await vi.advanceTimersByTimeAsync(TTL_MS);
    expect(await leases.getLeaseOwner('k')).toBeUndefined();
  });

  it('renews a body that never ends for the grace period after its caller gave up', async () => {
    const caller = new AbortController();
    void withLease(
      leases,
      'k',
      { ttlMs: TTL_MS, signal: caller.signal, abortGraceMs: 5_000, metrics },
      () => never(),
    );
    await vi.advanceTimersByTimeAsync(10_000);
    caller.abort();
    await vi.advanceTimersByTimeAsync(4_900);
    expect(await leases.getLeaseOwner('k')).toBeDefined();
    await vi.advanceTimersByTimeAsync(100 + TTL_MS);
    expect(await leases.getLeaseOwner('k')).toBeUndefined();
    expect(causes).toEqual(['abandoned']);
  });
});

describe('time that is waited', () => {
  it('for a release: no longer than the lease is valid', async () => {
    let ended = false;
    void withLease(over({ releaseLease: () => never() }), 'k', { ttlMs: TTL_MS }, () => 1).then(
      () => {
        ended = true;
      },
    );
    await vi.advanceTimersByTimeAsync(TTL_MS * 0.9 - 10);
    expect(ended).toBe(false);
    await vi.advanceTimersByTimeAsync(20);
    expect(ended).toBe(true);
  });

  it('for a lease: waitMs, though the provider would wait for its answer much longer', async () => {
    const deaf = over({ acquireLease: () => never() });
    const began = Date.now();
    const waiting = holdLease(deaf, 'k', { ttlMs: TTL_MS, waitMs: 400 }).catch((error) => ({
      error,
      ms: Date.now() - began,
    }));
    await vi.advanceTimersByTimeAsync(1000);
    const { error, ms } = (await waiting) as { error: unknown; ms: number };
    expect(error).toBeInstanceOf(LeaseOutcomeUnknownError);
    expect(ms).toBeLessThanOrEqual(450);
  });
});

describe('who waits behind a dead network', () => {
  const silent = async (): Promise<AcquireResult> => never();
  const away = async (): Promise<AcquireResult> => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    throw new LeaseUnavailableError('away');
  };

  it.each([
    ['silent', silent],
    ['away', away],
  ])('is never told that the lease is held (%s)', async (_, acquireLease) => {
    const provider = over({ acquireLease });
    const waiting = [0, 1, 2].map(() =>
      withLease(provider, 'k', { ttlMs: TTL_MS, waitMs: 500 }, () => 'ran').catch((error) => error),
    );
    await vi.advanceTimersByTimeAsync(2_000);
    const errors = await Promise.all(waiting);
    for (const error of errors) expect(error).not.toBeInstanceOf(LeaseHeldError);
    for (const error of errors) {
      expect(
        error instanceof LeaseUnavailableError || error instanceof LeaseOutcomeUnknownError,
      ).toBe(true);
    }
  });

  it('is told the holder that the first of them saw', async () => {
    await leases.acquireLease('k', 'other', 60_000);
    const waiting = [0, 1, 2].map(() =>
      withLease(leases, 'k', { ttlMs: TTL_MS, waitMs: 500 }, () => 'ran').catch((error) => error),
    );
    await vi.advanceTimersByTimeAsync(600);
    for (const error of await Promise.all(waiting)) {
      expect(error).toBeInstanceOf(LeaseHeldError);
      expect(error.owner).toBe('other');
    }
  });
});

describe("the caller's signal", () => {
  it('has one listener for many holds, none once they are lost or released, and no warning', async () => {
    const warned = vi.spyOn(process, 'emitWarning');
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const deaf = over({ renewLease: () => never() });
    const many = await Promise.all(
      Array.from({ length: 50 }, (_, n) => holdLease(deaf, `k${n}`, { ttlMs: TTL_MS, signal })),
    );
    expect(added).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(TTL_MS);
    for (const lease of many) expect(lease.acquired && lease.signal.aborted).toBe(true);
    expect(warned).not.toHaveBeenCalled();
  });

  it('still ends each hold', async () => {
    const caller = new AbortController();
    const { signal } = caller;
    const options = { ttlMs: TTL_MS, signal };
    const [one, two] = await Promise.all([
      holdLease(leases, 'one', options),
      holdLease(leases, 'two', options),
    ]);
    if (!one.acquired || !two.acquired) throw new Error('nobody else holds them');
    await one.release();
    caller.abort('enough');
    expect(one.signal.aborted).toBe(false);
    expect(two.signal.reason).toBe('enough');
    await two.release();
  });
});

it('a TTL that a busy machine cannot keep is warned of, once', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  for (let n = 0; n < 3; n++) await (await held(leases, { ttlMs: 50 })).release();
  expect(warned.mock.calls.length).toBeLessThanOrEqual(1);
});
