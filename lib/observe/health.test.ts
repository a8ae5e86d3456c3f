import { describe, expect, it } from 'vitest';
import {
  FLAPPING_CHANGES,
  type HealthInput,
  healthOf,
  LONG_HELD_MS,
  RENEWAL_GRACE_MS,
} from './health.ts';

const now = 1_000_000_000;

/** A thread lease as Mastra keeps it: 15 s, renewed every 5 s. */
function lease(remainingMs: number | null, change: Partial<HealthInput> = {}): HealthInput {
  return {
    expiresAt: remainingMs === null ? null : now + remainingMs,
    ttlMs: 15_000,
    renewEveryMs: 5_000,
    heldSince: now - 1_000,
    recentChanges: 0,
    renews: true,
    readable: true,
    known: true,
    ...change,
  };
}

describe('healthOf', () => {
  it.each([
    [15_000, 'healthy'],
    [10_000 - RENEWAL_GRACE_MS, 'healthy'],
    [10_000 - RENEWAL_GRACE_MS - 1, 'late'],
    [5_000 - RENEWAL_GRACE_MS, 'late'],
    [5_000 - RENEWAL_GRACE_MS - 1, 'at-risk'],
    [1, 'at-risk'],
    [0, 'expired'],
    [-1, 'expired'],
    [null, 'no-expiry'],
  ] as const)('with %s ms left is %s', (remaining, health) => {
    expect(healthOf(lease(remaining), now)).toBe(health);
  });

  it('never calls a lease late that is not renewed by design, or whose rhythm is not known yet', () => {
    expect(healthOf(lease(10, { renews: false }), now)).toBe('healthy');
    expect(healthOf(lease(10, { renewEveryMs: null }), now)).toBe('healthy');
    expect(healthOf(lease(10, { ttlMs: null }), now)).toBe('healthy');
  });

  it('lets doubt and damage outrank everything, and lateness outrank habit', () => {
    expect(healthOf(lease(15_000, { known: false, readable: false }), now)).toBe('unknown');
    expect(healthOf(lease(null, { readable: false }), now)).toBe('unreadable');
    const old = { heldSince: now - LONG_HELD_MS, recentChanges: FLAPPING_CHANGES };
    expect(healthOf(lease(1_000, old), now)).toBe('at-risk');
    expect(healthOf(lease(15_000, old), now)).toBe('flapping');
    expect(healthOf(lease(15_000, { heldSince: now - LONG_HELD_MS }), now)).toBe('long-held');
  });
});
