import { expect, test } from 'vitest';
import { readViews, withView, writeViews } from './views.ts';

function storage(initial: string | null = null) {
  let stored = initial;
  return {
    getItem: () => stored,
    setItem: (_key: string, value: string) => {
      stored = value;
    },
  };
}

const mine = { name: 'mine', q: 'owner:6d73', sort: 'held' } as const;

test('what is saved is there again', () => {
  const store = storage();
  writeViews(store, withView([], mine));
  expect(readViews(store)).toEqual([mine]);
});

test('a view of the same name is replaced', () => {
  expect(withView([mine], { ...mine, q: 'x' })).toEqual([{ ...mine, q: 'x' }]);
});

test('what somebody else wrote there breaks nothing', () => {
  expect(readViews(storage('{'))).toEqual([]);
  expect(readViews(storage('[1, null, {"name": 2}]'))).toEqual([]);
});
