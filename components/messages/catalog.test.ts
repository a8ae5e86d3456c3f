import { expect, test } from 'vitest';
import { messagesFor } from './catalog.ts';
import { en } from './en.ts';
import { LOCALES, negotiateLocale } from './locale.ts';
import { type MessageKey, translator } from './translate.ts';

const keys = Object.keys(en) as MessageKey[];
const namesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

test.each(LOCALES)('%s says everything, and fills the same places', (locale) => {
  const messages = messagesFor(locale);
  for (const key of keys) {
    expect(messages[key], key).not.toBe('');
    expect(namesIn(messages[key]), key).toEqual(namesIn(en[key]));
  }
});

/** What is written alike everywhere: names, units, and what is only quoted. */
const ALIKE: readonly MessageKey[] = [
  'time.ms',
  'settings.zone.utc',
  'trust.redis',
  'column.ttl',
  'lease.ttl',
  'lease.pid',
  'timeline.because',
  'copy.json',
  'export.csv',
  'export.ndjson',
  'processes.version',
];

test.each(LOCALES.filter((locale) => locale !== 'en'))('%s has no English left in it', (locale) => {
  const messages = messagesFor(locale);
  const same = keys.filter((key) => messages[key] === en[key] && !ALIKE.includes(key));
  expect(same).toEqual([]);
});

test('a count takes the form that its language has for it', () => {
  const words = translator('en', en);
  expect(words.count('leases.count', 1)).toBe('1 lease');
  expect(words.count('leases.count', 1284)).toBe('1,284 leases');
  expect(translator('ko', messagesFor('ko')).count('leases.count', 1)).toBe('리스 1개');
});

test.each([
  ['ko-KR,ko;q=0.9,en;q=0.8', 'ko'],
  ['zh-TW,zh;q=0.9', 'zh-Hant'],
  ['fr-FR,zh-HK;q=0.4,en;q=0.3', 'zh-Hant'],
  ['zh-CN,zh;q=0.9', 'en'],
  ['zh-Hans-HK,ko;q=0.5', 'ko'],
  ['fr', 'en'],
  ['en;q=0, ko;q=0.1', 'ko'],
  [null, 'en'],
])('for %j the page speaks %s', (header, locale) => {
  expect(negotiateLocale(header)).toBe(locale);
});
