import { expect, test } from 'vitest';
import { SAYINGS, say } from '@/lib/observe/diagnose/finding-text.ts';
import { messagesFor } from '../messages/catalog.ts';
import { LOCALES } from '../messages/locale.ts';
import { translator } from '../messages/translate.ts';
import { FINDINGS, sayingText } from './finding-text.ts';

const namesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
const words = translator('en', messagesFor('en'));

test.each(LOCALES)('%s says every finding, and fills the same places', (locale) => {
  for (const name of SAYINGS) {
    expect(FINDINGS[locale][name], name).not.toBe('');
    expect(namesIn(FINDINGS[locale][name]), name).toEqual(namesIn(FINDINGS.en[name]));
  }
});

test('names, numbers, times and sayings go into a sentence', () => {
  const sampled = say('events-sampled', { period: { ms: 2000 }, flags: say('flags-hidden') });
  expect(sayingText([sampled, say('known', { n: 12_345 })], words)).toBe(
    'Sampled every 2.0 s; flags hidden Known leases: 12,345.',
  );
  expect(sayingText([say('clock-ahead', { time: { ms: 40 } })], words)).toContain('40 ms');
  expect(sayingText([say('process', { system: 'linux', time: { ms: 7_200_000 } })], words)).toBe(
    'linux, up for 2h.',
  );
});
