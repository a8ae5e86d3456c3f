import fc from 'fast-check';
import { expect, test } from 'vitest';
import { middleCut, visibleParts, visibleString } from './visible-text.ts';

test('ordinary text is left alone', () => {
  expect(visibleParts('order-8812 주문 🧵')).toEqual([
    { text: 'order-8812 주문 🧵', standIn: false },
  ]);
  expect(visibleParts('')).toEqual([{ text: '', standIn: false }]);
});

test.each([
  ['line\nbreak\0tab\tend', 'line␊break␀tab␉end'],
  ['abc\u202etxt.exe', 'abc⟨U+202E⟩txt.exe'],
  ['half \ud83d pair', 'half ⟨U+D83D⟩ pair'],
  ['c1\u009b31m', 'c1⟨U+009B⟩31m'],
  [' ends ', '␠ends␠'],
  ['two  spaces', 'two␠␠spaces'],
  ['a\u00a0b\u3000c', 'a⟨U+00A0⟩b⟨U+3000⟩c'],
  ['filler\u3164\u2800\u115f', 'filler⟨U+3164⟩⟨U+2800⟩⟨U+115F⟩'],
  ['tag\u{e0041}', 'tag⟨U+E0041⟩'],
  ['selector\ufe0f', 'selector⟨U+FE0F⟩'],
  ['join\u200der', 'join⟨U+200D⟩er'],
  ['cafe\u0301', 'cafe⟨U+0301⟩'],
  ['\u1112\u1161\u11ab', 'ᄒ⟨U+1161⟩⟨U+11AB⟩'],
  ['\u212b', '⟨U+212B⟩'],
  ['␀ ⟨U+202E⟩', '⟨U+2400⟩ ⟨U+27E8⟩U+202E⟩'],
])('%j is shown as %s', (text, shown) => {
  expect(visibleString(text)).toBe(shown);
});

test('different texts are shown differently', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...' \0\n\u200b\u200d\ufe0f\u3164\u2800\u202ee\u0301é⟨U+⟩␀␠\\x❤🧵\u00a0\ud83d\udc00',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 2 }),
    fc.constantFrom('U+202E', '⟨U+202E⟩', '❤\ufe0f', '👩‍👧'),
  );
  const original = (shown: string) =>
    shown.replaceAll(/⟨U\+([0-9A-F]{4,6})⟩|([␀-␡])/g, (_, hex?: string, picture = '') => {
      if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
      return picture === '␡' ? '\x7f' : String.fromCharCode(picture.charCodeAt(0) - 0x2400);
    });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join('');
      expect(original(visibleString(text))).toBe(text);
    }),
    { numRuns: 3000 },
  );
});

test('emoji as people type them stay whole', () => {
  for (const text of ['👩‍👩‍👧‍👦', '❤️ 🧵', '🏳️‍🌈', '👍🏽', '🇰🇷'])
    expect(visibleString(text)).toBe(text);
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
