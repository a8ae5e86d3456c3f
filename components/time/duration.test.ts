import { expect, test } from 'vitest';
import { en } from '../messages/en.ts';
import { translator } from '../messages/translate.ts';
import { duration, exactDuration, roughDuration } from './duration.ts';

const words = translator('en', en);

test.each([
  [12_140, '12.1 s'],
  [-5, '0.0 s'],
  [59_960, '59 s'],
  [65_000, '1m 05s'],
])('%d ms exactly is %s', (ms, text) => {
  expect(exactDuration(ms, words)).toBe(text);
});

test.each([
  [999, '0 s'],
  [962_000, '16m 02s'],
  [7_500_000, '2h 05m'],
  [4 * 86_400_000 + 3 * 3_600_000, '4d 03h'],
])('%d ms is %s', (ms, text) => {
  expect(duration(ms, words)).toBe(text);
});

test('a rough duration has one unit and never promises more than passed', () => {
  expect(roughDuration(14 * 60_000 + 59_000, words)).toBe('14m');
});
