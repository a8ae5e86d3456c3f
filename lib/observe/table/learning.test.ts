import { expect, it } from 'vitest';
import { isExpectedRenewal } from './learning.ts';
import { leasePrefixes } from './lease-prefix.ts';
import { LeaseRecord } from './lease-record.ts';

const [prefix] = leasePrefixes(['p']);
const home = { name: '', scanId: 1, reachable: true, due: () => {} };

function lease(known: Partial<LeaseRecord>): LeaseRecord {
  if (!prefix) throw new Error('no prefix');
  const record = new LeaseRecord('p:lease:u\0t', prefix, 'thread', home);
  const usual = { ttlMs: 15_000, renewEveryMs: 5_000, renewedAt: 1_000, heldSinceExact: true };
  return Object.assign(record, usual, known);
}

it('reads a deadline set before the first renewal can be due', () => {
  expect(isExpectedRenewal(lease({ renewals: 0 }), 4_500)).toBe(false);
  expect(isExpectedRenewal(lease({ renewals: 0 }), 6_100)).toBe(true);
});

it('forgives a holder whose interval was seen some jitter', () => {
  expect(isExpectedRenewal(lease({ renewals: 1 }), 4_500)).toBe(true);
  expect(isExpectedRenewal(lease({ renewals: 1 }), 3_000)).toBe(false);
});

it('expects nothing of a lease whose habits are not known', () => {
  expect(isExpectedRenewal(lease({ renewEveryMs: null }), 6_000)).toBe(false);
  expect(isExpectedRenewal(lease({ renewedAt: 0 }), 6_000)).toBe(false);
});
