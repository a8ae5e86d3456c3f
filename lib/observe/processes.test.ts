import { expect, test } from 'vitest';
import { verdictOf } from './processes.ts';

test('all stale together: probably dead', () => {
  expect(verdictOf({ id: 'p', holds: 214, late: 0, atRisk: 214 }, null)).toBe('probably-dead');
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
