import { expect, test } from 'vitest';
import { messagesFor } from '../messages/catalog.ts';
import { translator } from '../messages/translate.ts';
import { timeFormats } from './formats.ts';

const LENGTHS = [808, 12_140, 492_000, 11_100_000, 187_200_000];

test.each([
  ['en', ['808 ms', '12.1 s', '8m 12s', '3h 05m', '2d 04h']],
  ['ko', ['808 ms', '12.1초', '8분 12초', '3시간 05분', '2일 04시간']],
  ['zh-Hant', ['808 ms', '12.1 秒', '8 分 12 秒', '3 小時 05 分', '2 天 04 小時']],
] as const)('lengths of time in %s', (locale, texts) => {
  const formats = timeFormats(translator(locale, messagesFor(locale)));
  expect(LENGTHS.map(formats.duration)).toEqual(texts);
});

test('no length is negative', () => {
  const formats = timeFormats(translator('en', messagesFor('en')));
  expect(formats.duration(-495)).toBe('0 ms');
});

test('days are named in the language, and UTC is UTC', () => {
  const at = Date.UTC(2026, 2, 1, 23, 30);
  const formats = timeFormats(translator('ko', messagesFor('ko')), 'utc');
  expect(formats.tick({ at, unit: 'd' })).toBe('3월 1일');
  expect(formats.tick({ at, unit: 'm' })).toBe('23:30');
  expect(formats.zoneOffsetMs).toBe(0);
});
