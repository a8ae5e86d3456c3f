import { expect, test } from 'vitest';
import { barAt, barPaths, endPaths, renewalPath } from './bar-paths.ts';
import { barsOf } from './drawing.ts';
import type { Hold } from './holds.ts';

const scale = { view: { from: 0, to: 1000 }, width: 1000 };

function hold(from: number, to: number, more: Partial<Hold> = {}): Hold {
  return {
    ...{ id: `${from}`, owner: 'a', from, to, begin: 'acquired', end: 'released' },
    ...{ beginSource: null, endSource: null, renewals: null, renewEveryMs: null },
    ...{ renewedAt: null, fence: null, actor: null, reason: null },
    ...more,
  };
}

test('five hundred holds are as many elements as there are looks', () => {
  const holds = Array.from({ length: 500 }, (_, n) =>
    hold(n * 20, n * 20 + 15, { owner: n % 2 ? 'a' : 'b', renewals: 3 }),
  );
  const bars = barsOf(holds, { view: { from: 0, to: 10_000 }, width: 10_000 }, 10_000);
  expect(bars).toHaveLength(500);
  const paths = barPaths(bars, (owner) => owner);
  expect(paths.map(({ fill }) => fill)).toEqual(['b', 'a']);
  const outlines = paths.map(({ d }) => d.split('z').length - 1);
  expect(outlines).toEqual([250, 250]);
  expect(endPaths(bars, 10_000)).toHaveLength(1);
});

test('what began unseen or is known late looks so', () => {
  const bars = barsOf(
    [hold(0, 100, { begin: 'unknown' }), hold(200, 300, { beginSource: 'reconciled' })],
    scale,
    1000,
  );
  const looks = barPaths(bars, () => 'red').map(({ isOpen, isFaint }) => ({ isOpen, isFaint }));
  expect(looks).toEqual([
    { isOpen: true, isFaint: false },
    { isOpen: false, isFaint: true },
  ]);
});

test('ends look as what they are, and a hold that goes on has none', () => {
  const holds = [
    hold(0, 100, { end: 'transferred' }),
    hold(100, 200, { end: 'released', actor: 'ops' }),
    hold(300, 400, { end: 'expired' }),
    hold(500, 600, { end: 'held' }),
  ];
  const ends = endPaths(barsOf(holds, scale, 1000), 1000);
  expect(ends.map(({ id }) => id)).toEqual(['circle plain', 'diamond act', 'line odd']);
});

test('a renewal is a tick where it was', () => {
  const bars = barsOf([hold(0, 100, { renewals: 1 })], scale, 1000);
  expect(renewalPath(bars)).toBe('M50 12v6');
});

test('the bar under the pointer is found, and a narrow one beside it', () => {
  const bars = barsOf([hold(100, 200), hold(400, 401)], scale, 1000);
  expect(barAt(bars, 150)?.hold.id).toBe('100');
  expect(barAt(bars, 398)?.hold.id).toBe('400');
  expect(barAt(bars, 300)).toBeNull();
});
