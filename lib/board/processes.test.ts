import { expect, test } from 'vitest';
import { goneProcesses, verdictOf } from './processes.ts';

test('all stale together: probably dead', () => {
  expect(verdictOf({ id: 'p', holds: 214, late: 0, atRisk: 214 }, null)).toBe('probably-dead');
});

test('none renewed in time, the last ones not two renewals behind yet: probably dead', () => {
  expect(verdictOf({ id: 'p', holds: 12, late: 1, atRisk: 11 }, null)).toBe('probably-dead');
  expect(verdictOf({ id: 'p', holds: 12, late: 12, atRisk: 0 }, null)).toBe('slow');
});

test('one renewed among many stale: alive and slow', () => {
  expect(verdictOf({ id: 'p', holds: 5, late: 0, atRisk: 4 }, null)).toBe('slow');
  expect(verdictOf({ id: 'p', holds: 5, late: 1, atRisk: 0 }, null)).toBe('slow');
});

test('a single stale lease, or owners of many processes, prove no death', () => {
  expect(verdictOf({ id: 'p', holds: 1, late: 0, atRisk: 1 }, null)).toBe('slow');
  expect(verdictOf({ id: null, holds: 9, late: 0, atRisk: 9 }, null)).toBe('slow');
});

test('all in time: alive', () => {
  expect(verdictOf({ id: 'p', holds: 9, late: 0, atRisk: 0 }, null)).toBe('alive');
});

test('a single stale lease of a process that fell silent, too: probably dead', () => {
  const one = { id: 'p', holds: 1, late: 0, atRisk: 1 };
  expect(verdictOf(one, { alive: false })).toBe('probably-dead');
  expect(verdictOf(one, { alive: true })).toBe('slow');
});

test('a process whose leases are in time is alive, whatever it says of itself', () => {
  expect(verdictOf({ id: 'p', holds: 3, late: 0, atRisk: 0 }, { alive: false })).toBe('alive');
});

const crashed = { id: 'p-1', label: 'importer', host: 'web-1', pid: 7 };
const processOf = (owner: string) => (owner.startsWith('run') ? crashed : null);
const silent = { version: '2.0', since: 100, seenAt: 900, alive: false };

test('a process whose leases expired is told of, with how many and when', () => {
  const expired = [
    { from: 'run-2', at: 2_500, heldForMs: 500 },
    { from: 'run-1', at: 2_000, heldForMs: null },
    { from: 'nobody known', at: 1_900, heldForMs: null },
  ];
  expect(goneProcesses(expired, processOf, () => silent, new Set())).toMatchObject([
    {
      ...crashed,
      ...{ verdict: 'gone', holds: 0, expired: 2, expiredAt: 2_500 },
      ...{ version: '2.0', firstSeen: 100, lastSeen: 900 },
    },
  ]);
});

test('who lives or holds a lease is not gone, whatever expired', () => {
  const expired = [{ from: 'run-1', at: 2_000, heldForMs: null }];
  const gone = (facts: typeof silent | null, present: string[]) =>
    goneProcesses(expired, processOf, () => facts, new Set(present));
  expect(gone({ ...silent, alive: true }, [])).toEqual([]);
  expect(gone(silent, ['p-1'])).toEqual([]);
  expect(gone(null, [])).toHaveLength(1);
});
