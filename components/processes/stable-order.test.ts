import { expect, test } from 'vitest';
import { inOrder, stillOrder } from './stable-order.ts';

const list = (...ids: (string | null)[]) => ids.map((id) => ({ id }));

test('a process stays where it was, whatever the others hold, and new ones come last', () => {
  const first = stillOrder([], list('a', 'b', null));
  const second = stillOrder(first, list('c', null, 'b', 'a'));
  expect(inOrder(second, list('c', null, 'b', 'a')).map(({ id }) => id)).toEqual([
    'a',
    'b',
    null,
    'c',
  ]);
});

test('who leaves leaves no hole, and nothing new is the same order', () => {
  const order = stillOrder([], list('a', 'b', 'c'));
  expect(stillOrder(order, list('c', 'a'))).toBe(order);
  expect(inOrder(order, list('c', 'a')).map(({ id }) => id)).toEqual(['a', 'c']);
});
