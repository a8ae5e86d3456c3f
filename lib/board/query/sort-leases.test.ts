import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LeaseRecord } from '../../observe/table/lease-record.ts';
import { Annotations } from '../annotations.ts';
import { compareLeases, leaseOrder, leasesBetween } from './sort-leases.ts';

const keys = fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-c]{1,4}$/), fc.nat(3)), {
  selector: ([key]) => key,
  maxLength: 90,
});

test('a window holds what it would of a list sorted whole', () => {
  fc.assert(
    fc.property(
      keys,
      fc.constantFrom('held', '-held', 'changes', 'owner', '-owner'),
      fc.nat(100),
      fc.nat(30),
      (named, sort, start, limit) => {
        const leases = named.map(
          ([key, n]) => ({ key, heldSince: n, changes: n, owner: String(n) }) as LeaseRecord,
        );
        const order = leaseOrder(sort, new Annotations());
        const whole = leases.toSorted((a, b) => compareLeases(order, a, b));
        const end = start + limit;
        expect(leasesBetween(leases, { start, end }, order)).toEqual(whole.slice(start, end));
      },
    ),
    { numRuns: 500 },
  );
});

test('a list in order, and one the other way round, are no harder', () => {
  const order = leaseOrder('held', new Annotations());
  const leases = Array.from(
    { length: 20_000 },
    (_, n) => ({ key: String(n).padStart(5, '0'), heldSince: n }) as LeaseRecord,
  );
  let compared = 0;
  const counted = { ...order, keyOf: (lease: LeaseRecord) => counting(order.keyOf(lease)) };
  const counting = (rank: number | string) => ({
    valueOf: () => {
      compared++;
      return rank;
    },
  });
  for (const list of [leases, leases.toReversed()]) {
    compared = 0;
    const window = { start: 10_000, end: 10_120 };
    const found = leasesBetween(list, window, counted as unknown as typeof order);
    expect(found).toEqual(leases.slice(10_000, 10_120));
    // Each comparison reads two to four. Sorting them all would take some fourteen for each.
    expect(compared / list.length).toBeLessThan(24);
  }
});
