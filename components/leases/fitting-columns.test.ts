import { expect, test } from 'vitest';
import { COLUMNS, chosenColumns } from './columns.tsx';
import { fittingColumns } from './fitting-columns.ts';

const usual = chosenColumns(null);
const all = COLUMNS;
const ids = (columns: readonly { id: string }[]) => columns.map(({ id }) => id);

/** What a row takes at least, as the browser computes it from the tracks. */
function widthOf(tracks: string): number {
  const least = [...tracks.matchAll(/(\d+)px/g)].map(([, px]) => Number(px) + 12);
  return least.reduce((sum, px) => sum + px, 18 + 32);
}

test('where there is room all columns have theirs, and before it is known', () => {
  for (const width of [null, 2000]) {
    const { columns, left, tracks } = fittingColumns(usual, width);
    expect(ids(columns)).toEqual(ids(usual));
    expect(left).toEqual([]);
    expect(tracks).toContain('minmax(128px, 1.1fr)');
  }
});

test.each([843, 769, 763, 639, 569, 540])('nothing is cut off at %i px', (width) => {
  for (const chosen of [usual, all]) {
    const { columns, left, tracks } = fittingColumns(chosen, width);
    expect(widthOf(tracks)).toBeLessThanOrEqual(width);
    expect(columns.length + left.length).toBe(chosen.length);
  }
});

test('the last columns go first, and never what a phone shows too', () => {
  expect(ids(fittingColumns(usual, 639).left)).toEqual(['changes']);
  expect(ids(fittingColumns(usual, 569).left)).toEqual(['held', 'changes']);
  expect(ids(fittingColumns(all, 100).columns)).toEqual(['thread', 'owner', 'doing', 'ttl']);
});

test('the wide ones give up some room before a column goes', () => {
  const { left, tracks } = fittingColumns(usual, 769);
  expect(left).toEqual([]);
  expect(widthOf(tracks)).toBeGreaterThan(769 - 8);
});
