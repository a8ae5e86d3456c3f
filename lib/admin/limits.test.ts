import { expect, test } from 'vitest';
import { ActionLimit } from './action-limit.ts';
import { RefusalBudget } from './refusal-budget.ts';

test('a bulk action weighs as much as its leases, and one session limits no other', () => {
  const clock = { now: 0 };
  const limit = new ActionLimit({ perMinute: 10, now: () => clock.now });
  for (let n = 0; n < 5; n++) expect(limit.take('one')).toBe(0);
  expect(limit.take('one', 1000)).toBe(0);
  expect(limit.take('one')).toBe(60_000);
  expect(limit.take('two')).toBe(0);
  clock.now = 60_000;
  expect(limit.take('one')).toBe(0);
});

test('refusals of one role are written down thirty times an hour', () => {
  const clock = { now: 0 };
  const budget = new RefusalBudget({ now: () => clock.now });
  const written = () => Array.from({ length: 1000 }, () => budget.take('viewer')).filter(Boolean);
  expect(written()).toHaveLength(30);
  clock.now = 3_600_000;
  expect(written()).toHaveLength(30);
});
