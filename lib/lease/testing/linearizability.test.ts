import { expect, test } from 'vitest';
import { isLinearizable, type Operation } from './linearizability.ts';

const INFINITE = Number.POSITIVE_INFINITY;

function acquire(calledAt: number, returnedAt: number, owner: string, holder = owner): Operation {
  const answer = { acquired: owner === holder, owner: holder };
  return { kind: 'acquire', calledAt, returnedAt, owner, answer };
}

test('accepts what can have happened one at a time', () => {
  expect(isLinearizable([])).toBe(true);
  expect(isLinearizable([acquire(0, 5, 'a'), acquire(1, 4, 'b', 'a')])).toBe(true);
  // b overlaps the release of a, so it may have come after.
  const released: Operation = {
    kind: 'release',
    calledAt: 6,
    returnedAt: 9,
    owner: 'a',
    answer: 'released',
  };
  expect(isLinearizable([acquire(0, 5, 'a'), released, acquire(7, 8, 'b')])).toBe(true);
});

test('rejects two holders at once', () => {
  expect(isLinearizable([acquire(0, 1, 'a'), acquire(2, 3, 'b')])).toBe(false);
  expect(isLinearizable([acquire(0, 5, 'a'), acquire(1, 4, 'b')])).toBe(false);
});

test('rejects a refusal that names the wrong holder, and a read of the past', () => {
  expect(isLinearizable([acquire(0, 1, 'a'), acquire(2, 3, 'b', 'c')])).toBe(false);
  const read: Operation = { kind: 'read', calledAt: 2, returnedAt: 3, answer: undefined };
  expect(isLinearizable([acquire(0, 1, 'a'), read])).toBe(false);
});

test('rejects a transfer that two were told to have made', () => {
  const pass = (to: string): Operation => ({
    kind: 'transfer',
    calledAt: 2,
    returnedAt: 3,
    owner: 'a',
    to,
    answer: true,
  });
  expect(isLinearizable([acquire(0, 1, 'a'), pass('b')])).toBe(true);
  expect(isLinearizable([acquire(0, 1, 'a'), pass('b'), pass('c')])).toBe(false);
});

test('lets an unknown outcome have happened late, or never', () => {
  const unknown: Operation = {
    kind: 'acquire',
    calledAt: 0,
    returnedAt: INFINITE,
    owner: 'a',
    answer: 'unknown',
  };
  expect(isLinearizable([unknown, acquire(2, 3, 'b')])).toBe(true);
  expect(isLinearizable([unknown, acquire(2, 3, 'b', 'a')])).toBe(true);
  expect(isLinearizable([unknown, acquire(2, 3, 'b', 'c')])).toBe(false);
});
