import { expect, test } from 'vitest';
import { WINDOW_ROWS, windowFor } from './window.ts';

test('the window stays while its rows are on screen', () => {
  expect(windowFor({ start: 10, end: 40 }, 0)).toBe(0);
  expect(windowFor({ start: 60, end: WINDOW_ROWS }, 0)).toBe(0);
});

test('and moves in steps, with rows to spare on both sides', () => {
  const offset = windowFor({ start: 95, end: 125 }, 0);
  expect(offset).toBe(40);
  expect(windowFor({ start: 5000, end: 5030 }, offset)).toBe(4960);
  expect(windowFor({ start: 0, end: 30 }, 4960)).toBe(0);
});
