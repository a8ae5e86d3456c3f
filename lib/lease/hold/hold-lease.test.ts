import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LeaseProvider } from '../contract.ts';
import {
  LeaseArgumentError,
  LeaseHeldError,
  LeaseLostError,
  LeaseOutcomeUnknownError,
  LeaseUnavailableError,
} from '../errors.ts';
import { MemoryLeaseProvider } from '../memory.ts';
import type { HeldLease } from './held-lease.ts';
import { type HoldOptions, holdLease } from './hold-lease.ts';
import { withLease } from './with-lease.ts';

let leases: MemoryLeaseProvider;

beforeEach(() => {
  vi.useFakeTimers();
  leases = new MemoryLeaseProvider({ now: () => Date.now() });
});

afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

/** A provider over the memory one, with some methods replaced. */
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

async function held(provider: LeaseProvider, options: HoldOptions): Promise<HeldLease> {
  const lease = await holdLease(provider, 'k', options);
  if (!lease.acquired) throw new Error(`refused: held by ${lease.owner}`);
  return lease;
}

const never = <T>() => new Promise<T>(() => {});

describe('holdLease', () => {
  it('keeps the lease far beyond its TTL and frees it on release', async () => {
    const lease = await held(leases, { owner: 'a', ttlMs: 3000 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await leases.getLeaseOwner('k')).toBe('a');
    expect(lease.isHeld()).toBe(true);
    expect(lease.remainingMs()).toBeGreaterThan(1000);
    await lease.release();
    expect(await leases.getLeaseOwner('k')).toBeUndefined();
    expect(lease.isHeld()).toBe(false);
    expect(lease.remainingMs()).toBe(0);
    expect(lease.signal.aborted).toBe(false);
    expect(() => lease.assertHeld()).toThrow(LeaseLostError);
  });

  it('answers a refusal with the holder', async () => {
    await leases.acquireLease('k', 'other', 60_000);
    expect(await holdLease(leases, 'k', { ttlMs: 1000 })).toMatchObject({
      acquired: false,
      owner: 'other',
    });
  });

  it('carries the fence of its grant', async () => {
    const lease = await held(leases, { owner: 'a', ttlMs: 1000 });
    expect(lease.fence).toBe((await leases.acquireLease('k', 'a', 1000)).fence);
    await lease.release();
  });

  it('aborts before expiry when renewals get no answer', async () => {
    const lease = await held(over({ renewLease: () => never() }), { owner: 'a', ttlMs: 1000 });
    let ownerAtAbort: Promise<string | undefined> | undefined;
    lease.signal.addEventListener('abort', () => {
      ownerAtAbort = leases.getLeaseOwner('k');
    });
    await vi.advanceTimersByTimeAsync(5000);
    expect(await ownerAtAbort).toBe('a');
    expect(lease.signal.reason).toBeInstanceOf(LeaseLostError);
    expect(lease.isHeld()).toBe(false);
    await lease.release();
  });

  it('is not held the moment a blocked event loop comes back after the TTL', async () => {
    const lease = await held(leases, { owner: 'a', ttlMs: 1000 });
    // Time passes, but no timer had a chance to run.
    vi.setSystemTime(Date.now() + 2000);
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2000);
    expect(lease.isHeld()).toBe(false);
    expect(lease.signal.aborted).toBe(true);
    now.mockRestore();
    await lease.release();
  });

  it('stays lost when a renewal is answered too late', async () => {
    let answer: (renewed: boolean) => void = () => {};
    const renewLease = () => new Promise<boolean>((resolve) => (answer = resolve));
    const lease = await held(over({ renewLease }), { owner: 'a', ttlMs: 1000 });
    await vi.advanceTimersByTimeAsync(1000);
    answer(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(lease.isHeld()).toBe(false);
    await lease.release();
  });

  it('rides out renewals that fail, within the validity left', async () => {
    let failures = 0;
    const renewLease: LeaseProvider['renewLease'] = (...args) => {
      if (failures++ < 3) return Promise.reject(new LeaseUnavailableError('away'));
      return leases.renewLease(...args);
    };
    const lease = await held(over({ renewLease }), { owner: 'a', ttlMs: 1000 });
    await vi.advanceTimersByTimeAsync(950);
    expect(lease.isHeld()).toBe(true);
    await lease.release();
  });

  it('never has two renewals in flight', async () => {
    const renewLease = vi.fn(() => never<boolean>());
    const lease = await held(over({ renewLease }), { owner: 'a', ttlMs: 1000 });
    await vi.advanceTimersByTimeAsync(5000);
    expect(renewLease).toHaveBeenCalledTimes(1);
    await lease.release();
  });

  it('learns that another took the lease', async () => {
    const losses: unknown[] = [];
    const metrics = { loss: (event: unknown) => losses.push(event) };
    const lease = await held(leases, { owner: 'a', ttlMs: 3000, metrics });
    await leases.transferLease('k', 'a', 'b', 60_000);
    await vi.advanceTimersByTimeAsync(1200);
    expect(lease.signal.reason).toBeInstanceOf(LeaseLostError);
    expect(losses).toMatchObject([{ key: 'k', cause: 'taken' }]);
    await lease.release();
    expect(await leases.getLeaseOwner('k')).toBe('b');
  });

  it('is released by await using', async () => {
    {
      await using lease = await holdLease(leases, 'k', { ttlMs: 1000 });
      expect(lease.acquired).toBe(true);
    }
    expect(await leases.getLeaseOwner('k')).toBeUndefined();
  });

  it('refuses wrong options before any command', async () => {
    const acquireLease = vi.fn<LeaseProvider['acquireLease']>();
    const provider = over({ acquireLease });
    for (const wrong of [{ ttlMs: 0 }, { ttlMs: 1000, waitMs: -1 }, { ttlMs: 1000, owner: '' }]) {
      await expect(holdLease(provider, 'k', wrong)).rejects.toThrow(LeaseArgumentError);
    }
    await expect(holdLease(provider, '', { ttlMs: 1000 })).rejects.toThrow(LeaseArgumentError);
    expect(acquireLease).not.toHaveBeenCalled();
  });
});

describe('waiting', () => {
  it('gets the lease once it is free', async () => {
    await leases.acquireLease('k', 'other', 2000);
    const waiting = held(leases, { owner: 'a', ttlMs: 1000, waitMs: 10_000 });
    await vi.advanceTimersByTimeAsync(3000);
    const lease = await waiting;
    expect(lease.isHeld()).toBe(true);
    await lease.release();
  });

  it('gives up with the holder when the wait is over', async () => {
    await leases.acquireLease('k', 'other', 60_000);
    const waiting = holdLease(leases, 'k', { ttlMs: 1000, waitMs: 3000 });
    await vi.advanceTimersByTimeAsync(3100);
    expect(await waiting).toMatchObject({ acquired: false, owner: 'other' });
  });

  it('serves those who wait in one process in turn, at once when one releases', async () => {
    const first = await held(leases, { owner: 'first', ttlMs: 60_000 });
    const order: string[] = [];
    const waiters = ['b', 'c', 'd'].map(async (owner) => {
      const lease = await held(leases, { owner, ttlMs: 60_000, waitMs: 60_000 });
      order.push(owner);
      await lease.release();
    });
    await vi.advanceTimersByTimeAsync(1000);
    await first.release();
    await Promise.all(waiters);
    expect(order).toEqual(['b', 'c', 'd']);
  });

  it('ends with the reason of the caller, also before the first command', async () => {
    const reason = new Error('not needed any more');
    const acquireLease = vi.fn<LeaseProvider['acquireLease']>();
    const aborted = AbortSignal.abort(reason);
    const options = { ttlMs: 1000, waitMs: 60_000, signal: aborted };
    await expect(holdLease(over({ acquireLease }), 'k', options)).rejects.toBe(reason);
    expect(acquireLease).not.toHaveBeenCalled();

    await leases.acquireLease('k', 'other', 60_000);
    const controller = new AbortController();
    const waiting = holdLease(leases, 'k', {
      ttlMs: 1000,
      waitMs: 60_000,
      signal: controller.signal,
    });
    const ended = expect(waiting).rejects.toBe(reason);
    await vi.advanceTimersByTimeAsync(500);
    controller.abort(reason);
    await ended;
  });

  it('gives back what was granted after the caller went away', async () => {
    let answer = () => {};
    const acquireLease: LeaseProvider['acquireLease'] = async (...args) => {
      const result = await leases.acquireLease(...args);
      await new Promise<void>((resolve) => (answer = resolve));
      return result;
    };
    const controller = new AbortController();
    const asked = holdLease(over({ acquireLease }), 'k', {
      ttlMs: 1000,
      signal: controller.signal,
    });
    const ended = expect(asked).rejects.toThrow('gone');
    await vi.advanceTimersByTimeAsync(1);
    controller.abort(new Error('gone'));
    await ended;
    answer();
    await vi.advanceTimersByTimeAsync(1);
    expect(await leases.getLeaseOwner('k')).toBeUndefined();
  });

  it('outlasts an outage', async () => {
    let away = true;
    const acquireLease: LeaseProvider['acquireLease'] = (...args) =>
      away ? Promise.reject(new LeaseUnavailableError('away')) : leases.acquireLease(...args);
    const waiting = held(over({ acquireLease }), { ttlMs: 1000, waitMs: 10_000 });
    await vi.advanceTimersByTimeAsync(2000);
    away = false;
    await vi.advanceTimersByTimeAsync(1000);
    await (await waiting).release();
  });
});

describe('an unknown outcome', () => {
  const granting = () =>
    over({
      async acquireLease(...args) {
        await leases.acquireLease(...args);
        throw new LeaseOutcomeUnknownError('no answer');
      },
    });

  it('is told, and given back under an id of our own', async () => {
    await expect(holdLease(granting(), 'k', { ttlMs: 60_000 })).rejects.toThrow(
      LeaseOutcomeUnknownError,
    );
    expect(await leases.getLeaseOwner('k')).toBeUndefined();
  });

  it('is left to the TTL under an id of the caller', async () => {
    const asked = holdLease(granting(), 'k', { ttlMs: 60_000, owner: 'a' });
    await expect(asked).rejects.toThrow(LeaseOutcomeUnknownError);
    expect(await leases.getLeaseOwner('k')).toBe('a');
  });
});

describe('withLease', () => {
  it('answers what the body answers, and releases once it has settled', async () => {
    const answer = withLease(leases, 'k', { owner: 'a', ttlMs: 1000 }, async (lease) => {
      await vi.advanceTimersByTimeAsync(5000);
      expect(await leases.getLeaseOwner('k')).toBe('a');
      return lease.owner.length;
    });
    expect(await answer).toBe(1);
    expect(await leases.getLeaseOwner('k')).toBeUndefined();
  });

  it('throws what the body throws, even when releasing fails', async () => {
    const releaseLease = () => Promise.reject(new LeaseUnavailableError('away'));
    const failing = withLease(over({ releaseLease }), 'k', { ttlMs: 1000 }, () => {
      throw new Error('body');
    });
    await expect(failing).rejects.toThrow('body');
    const working = withLease(over({ releaseLease }), 'k2', { ttlMs: 1000 }, () => 'result');
    expect(await working).toBe('result');
  });

  it('does not run the body without the lease', async () => {
    await leases.acquireLease('k', 'other', 60_000);
    const body = vi.fn();
    const refused = withLease(leases, 'k', { ttlMs: 1000 }, body);
    await expect(refused).rejects.toMatchObject({ owner: 'other' });
    await expect(refused).rejects.toThrow(LeaseHeldError);
    expect(body).not.toHaveBeenCalled();
  });

  it("passes the caller's abort on to the body", async () => {
    const controller = new AbortController();
    const options = { ttlMs: 1000, signal: controller.signal };
    const result = withLease(leases, 'k', options, async (lease) => {
      controller.abort(new Error('stop'));
      return lease.signal.reason;
    });
    expect(await result).toMatchObject({ message: 'stop' });
  });
});
