import { expect, test } from 'vitest';
import { deltaOf, entryOf, rowOf, snapshotOf, VIEW } from './fixture.ts';
import { applyDelta, FEED_KEPT, fromSnapshot } from './live-view.ts';

test('a snapshot gives the window in its order', () => {
  const live = fromSnapshot(VIEW, snapshotOf({ rows: [rowOf('b'), rowOf('a')] }));
  expect(live.order).toEqual(['b', 'a']);
  expect(live.rows.a?.owner).toBe('run-1');
});

test('a changed row replaces the old one and leaves the others untouched', () => {
  const before = fromSnapshot(VIEW, snapshotOf({ rows: [rowOf('a'), rowOf('b')] }));
  const after = applyDelta(before, deltaOf({ rows: [rowOf('a', { owner: 'run-2' })] }));
  expect(after.rows.a?.owner).toBe('run-2');
  expect(after.rows.b).toBe(before.rows.b);
  expect(after.order).toBe(before.order);
});

test('rows that leave the window are let go', () => {
  const before = fromSnapshot(VIEW, snapshotOf({ rows: [rowOf('a'), rowOf('b')] }));
  const after = applyDelta(before, deltaOf({ rows: [rowOf('c')], order: ['c', 'a'], matched: 7 }));
  expect(Object.keys(after.rows).sort()).toEqual(['a', 'c']);
  expect(after.matched).toBe(7);
});

test('moved deadlines alone change nothing that renders', () => {
  const before = fromSnapshot(VIEW, snapshotOf({ rows: [rowOf('a')] }));
  const after = applyDelta(before, deltaOf({ moves: [['a', 99_000, 4]] }));
  expect(after.rows).toBe(before.rows);
});

test('the feed has the newest first, each entry once, and an end', () => {
  const before = fromSnapshot(VIEW, snapshotOf({ feed: [entryOf('2'), entryOf('1')] }));
  const after = applyDelta(before, deltaOf({ feed: [entryOf('2'), entryOf('3'), entryOf('4')] }));
  expect(after.feed.map((entry) => entry.id)).toEqual(['4', '3', '2', '1']);
  const many = Array.from({ length: 300 }, (_, n) => entryOf(`x${n}`));
  expect(applyDelta(after, deltaOf({ feed: many })).feed).toHaveLength(FEED_KEPT);
});
