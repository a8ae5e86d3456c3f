import { expect, test } from 'vitest';
import { linePath } from './sparkline.tsx';

test('the line goes from the left edge to the right one, the highest value on top', () => {
  expect(linePath([0, 10, 5])).toBe('M0 18L28 3L56 10.5');
});

test('a number that stood still lies flat at the foot', () => {
  expect(linePath([7, 7])).toBe('M0 18L56 18');
});
