import { expect, test } from 'vitest';
import { suggestionsFor } from './suggest.ts';

const texts = (query: string) => suggestionsFor(query).map(({ text }) => text);

test('an empty search suggests every qualifier', () => {
  expect(texts('')).toContain('owner:');
  expect(texts('order-88 ')).toContain('health:');
});

test('a begun word narrows them down and keeps what came before', () => {
  expect(suggestionsFor('order-88 he')).toEqual([
    { query: 'order-88 health:', text: 'health:', qualifier: 'health' },
    { query: 'order-88 held:', text: 'held:', qualifier: 'held' },
  ]);
});

test('a qualifier suggests its values', () => {
  expect(suggestionsFor('-health:si')).toEqual([
    { query: '-health:silent ', text: '-health:silent', qualifier: 'health' },
  ]);
  expect(texts('owner:')).toEqual([]);
});

test('a word that is complete, or no qualifier, suggests nothing', () => {
  expect(texts('health:silent')).toEqual([]);
  expect(texts('mastra:topic')).toEqual([]);
});
