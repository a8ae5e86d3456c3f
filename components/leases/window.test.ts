import { expect, test } from 'vitest';
import { WINDOW_ROWS, windowFor } from './window.ts';

test('the window stays while there are rows to spare on both sides', () => {
  expect(windowFor({ start: 10, end: 40 }, 0)).toBe(0);
  expect(windowFor({ start: 70, end: WINDOW_ROWS - 16 }, 0)).toBe(0);
  expect(windowFor({ start: 416, end: 450 }, 400)).toBe(400);
});

test('and moves before they are used up, to have the rows in its middle', () => {
  expect(windowFor({ start: 71, end: 105 }, 0)).toBe(28);
  expect(windowFor({ start: 415, end: 449 }, 400)).toBe(372);
  expect(windowFor({ start: 5000, end: 5034 }, 28)).toBe(4957);
});

test('it does not begin before the list', () => {
  expect(windowFor({ start: 0, end: 30 }, 4960)).toBe(0);
  expect(windowFor({ start: 3, end: 37 }, 0)).toBe(0);
});

test('where it has moved to it stays, at the end of the list too', () => {
  for (const start of [0, 20, 43, 44, 99, 4966]) {
    const range = { start, end: start + 34 };
    const offset = windowFor(range, 10_000);
    expect(windowFor(range, offset)).toBe(offset);
  }
});
