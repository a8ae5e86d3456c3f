import { expect, test } from 'vitest';
import { middleCut, visibleParts, visibleString } from './visible-text.ts';

test('ordinary text is left alone', () => {
  expect(visibleParts('order-8812 주문 🧵')).toEqual([
    { text: 'order-8812 주문 🧵', standIn: false },
  ]);
  expect(visibleParts('')).toEqual([{ text: '', standIn: false }]);
});

test('what cannot be seen gets a stand-in', () => {
  expect(visibleString('line\nbreak\0tab\tend')).toBe('line␊break␀tab␉end');
  expect(visibleString('abc\u202etxt.exe')).toBe('abcU+202Etxt.exe');
  expect(visibleString('half \ud83d pair')).toBe('half U+D83D pair');
});

test('joined emoji stay one', () => {
  expect(visibleString('👩‍👩‍👧‍👦')).toBe('👩‍👩‍👧‍👦');
  expect(middleCut('👩‍👩‍👧‍👦🧵🧵🧵', 4)).toBe('👩‍👩‍👧‍👦🧵🧵🧵');
});

test('a long id loses its middle', () => {
  expect(middleCut('6d735466-0000-4000-8000-00000000abcd', 12)).toBe('6d73546…abcd');
  expect(middleCut('short', 12)).toBe('short');
});

test('a text of 300 kB is cut without being taken apart', () => {
  expect(middleCut('x'.repeat(300_000), 20)).toHaveLength(13);
});
