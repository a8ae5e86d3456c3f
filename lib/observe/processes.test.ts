import { expect, test } from 'vitest';
import { verdictOf } from './processes.ts';

test('all stale together: probably dead', () => {
  expect(verdictOf({ id: 'p', holds: 214, late: 0, atRisk: 214 })).toBe('probably-dead');
});

test('one renewed among many stale: alive and slow', () => {
  expect(verdictOf({ id: 'p', holds: 5, late: 0, atRisk: 4 })).toBe('slow');
  expect(verdictOf({ id: 'p', holds: 5, late: 1, atRisk: 0 })).toBe('slow');
});

test('a single stale lease, or owners of many processes, prove no death', () => {
  expect(verdictOf({ id: 'p', holds: 1, late: 0, atRisk: 1 })).toBe('slow');
  expect(verdictOf({ id: null, holds: 9, late: 0, atRisk: 9 })).toBe('slow');
});

test('all in time: alive', () => {
  expect(verdictOf({ id: 'p', holds: 9, late: 0, atRisk: 0 })).toBe('alive');
});
