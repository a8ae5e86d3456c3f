import { expect, test } from 'vitest';
import { rowOf } from '../live/fixture.ts';
import { extended, NOTHING_SELECTED, refreshed, toggled, toggledAll } from './selection.ts';

const [a, b, c] = [rowOf('a'), rowOf('b'), rowOf('c')];

test('a lease is selected by what it is, not where it stands', () => {
  const selection = toggled(toggled(NOTHING_SELECTED, a), b);
  expect([...selection.keys()]).toEqual(['a', 'b']);
  expect([...toggled(selection, rowOf('a', { owner: 'other' })).keys()]).toEqual(['b']);
});

test('all, then none', () => {
  const some = toggled(NOTHING_SELECTED, a);
  const all = toggledAll(some, [a, b]);
  expect(all.size).toBe(2);
  expect(toggledAll(all, [a, b]).size).toBe(0);
});

test('a span adds and takes nothing away', () => {
  expect([...extended(toggled(NOTHING_SELECTED, a), [b, c]).keys()]).toEqual(['a', 'b', 'c']);
});

test('a refresh follows the owner and keeps what has left the window', () => {
  const selection = toggledAll(NOTHING_SELECTED, [a, b]);
  const after = refreshed(selection, { a: rowOf('a', { owner: 'run-2' }) });
  expect(after.get('a')?.owner).toBe('run-2');
  expect(after.get('b')).toBe(b);
  expect(refreshed(after, { a: after.get('a') ?? a })).toBe(after);
});
