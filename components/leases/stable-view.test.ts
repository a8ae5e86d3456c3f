import { expect, test } from 'vitest';
import { rowOf, snapshotOf, VIEW } from '../live/fixture.ts';
import { fromSnapshot } from '../live/live-view.ts';
import { shownView } from './stable-view.ts';

const before = fromSnapshot(VIEW, snapshotOf({ rows: [rowOf('a'), rowOf('b')] }));
const after = fromSnapshot(
  VIEW,
  snapshotOf({ rows: [rowOf('new'), rowOf('b', { owner: 'run-2' })] }),
);

test('without anything kept the live view is shown', () => {
  const shown = shownView(after, null);
  expect(shown.rowAt(0)?.id).toBe('new');
  expect(shown.heldBack).toBe(0);
});

test('a kept order stays, its rows tell the truth, and the changes are counted', () => {
  const shown = shownView(after, before);
  expect(shown.order).toEqual(['a', 'b']);
  expect(shown.rowAt(1)?.owner).toBe('run-2');
  expect(shown.isGone('a')).toBe(true);
  expect(shown.isGone('b')).toBe(false);
  expect(shown.heldBack).toBe(2);
});

test('a frozen view shows what was', () => {
  const shown = shownView(after, before, true);
  expect(shown.rowAt(1)?.owner).toBe('run-1');
  expect(shown.isGone('a')).toBe(false);
});

test('another filter or another window lets the kept order go', () => {
  const elsewhere = fromSnapshot({ ...VIEW, q: 'x' }, snapshotOf({ rows: [rowOf('c')] }));
  expect(shownView(elsewhere, before).order).toEqual(['c']);
});

test('places outside the window are not loaded', () => {
  const second = fromSnapshot({ ...VIEW, offset: 40 }, snapshotOf({ rows: [rowOf('z')] }));
  expect(shownView(second, null).rowAt(0)).toBeNull();
  expect(shownView(second, null).rowAt(40)?.id).toBe('z');
});
