import { expect, it } from 'vitest';
import { cutQuery, LONGEST_QUERY, parseQuery } from './parse-query.ts';

it('looks for plain words anywhere', () => {
  expect(parseQuery('  order-88 acct ')).toEqual([
    { field: 'any', value: 'order-88', not: false },
    { field: 'any', value: 'acct', not: false },
  ]);
});

it('knows its qualifiers, whatever their case, and turns them round', () => {
  expect(parseQuery('Owner:6d73 -kind:thread process:"web 3"')).toEqual([
    { field: 'owner', value: '6d73', not: false },
    { field: 'kind', value: 'thread', not: true },
    { field: 'process', value: 'web 3', not: false },
  ]);
});

it('takes what is no qualifier for a word, since keys hold colons', () => {
  expect(parseQuery('tenant:eu:42 -dash')).toEqual([
    { field: 'any', value: 'tenant:eu:42', not: false },
    { field: 'any', value: '-dash', not: false },
  ]);
});

it('reads how long a lease was held', () => {
  expect(parseQuery('held:>10m held:<1.5s held:2h')).toEqual([
    { field: 'held', over: true, ms: 600_000, not: false },
    { field: 'held', over: false, ms: 1500, not: false },
    { field: 'held', over: true, ms: 7_200_000, not: false },
  ]);
  expect(parseQuery('held:long')).toEqual([{ field: 'any', value: 'held:long', not: false }]);
});

it('keeps spaces in quotes, closed or not, and makes nothing of nothing', () => {
  expect(parseQuery('"two words" "open end')).toEqual([
    { field: 'any', value: 'two words', not: false },
    { field: 'any', value: 'open end', not: false },
  ]);
  expect(parseQuery('owner: ""')).toEqual([]);
});

it('is cut where it is too long, between characters', () => {
  expect(cutQuery('held:>10m')).toBe('held:>10m');
  expect(cutQuery('x'.repeat(600))).toBe('x'.repeat(LONGEST_QUERY));
  expect(cutQuery(`${'x'.repeat(LONGEST_QUERY - 1)}😀`)).toBe('x'.repeat(LONGEST_QUERY - 1));
});
