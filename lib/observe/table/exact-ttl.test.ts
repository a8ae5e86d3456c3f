import { expect, it } from 'vitest';
import { ExactTtl } from './exact-ttl.ts';

it('tells a round TTL, seen a little late or by a clock not quite right', () => {
  expect(new ExactTtl().of(29_997)).toBe(30_000);
  expect(new ExactTtl().of(29_950)).toBe(30_000);
  expect(new ExactTtl().of(30_030)).toBe(30_000);
});

it('tells nothing of what may be any TTL', () => {
  expect(new ExactTtl().of(29_850)).toBeNull();
  expect(new ExactTtl().of(1234)).toBeNull();
});

it('knows the usual one from far behind', () => {
  const ttl = new ExactTtl();
  ttl.of(29_999);
  for (const late of [90, 101, 400, 899]) expect(ttl.of(30_000 - late)).toBe(30_000);
  expect(ttl.of(15_000)).toBe(15_000);
  expect(ttl.of(28_850)).toBeNull();
});

it('follows when holders set another one', () => {
  const ttl = new ExactTtl();
  ttl.of(30_000);
  const seen = Array.from({ length: 5 }, () => ttl.of(29_500));
  expect(seen).toEqual([30_000, 30_000, 30_000, 29_500, 29_500]);
  expect(ttl.of(29_420)).toBe(29_500);
});
