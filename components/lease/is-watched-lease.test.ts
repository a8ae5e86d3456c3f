import { expect, it } from 'vitest';
import { leaseIdOf } from '@/lib/keys/lease-id.ts';
import { isWatchedLease } from './is-watched-lease.ts';

const idOf = (key: string) => leaseIdOf(new TextEncoder().encode(key));
const PREFIXES = ['mastra:topic', 'tëam:topic'];

it('knows the keys below each prefix', () => {
  expect(isWatchedLease(idOf('mastra:topic:lease:acct_42\0order-88'), PREFIXES)).toBe(true);
  expect(isWatchedLease(idOf('tëam:topic:lease:x'), PREFIXES)).toBe(true);
});

it.each([
  'nonsense',
  '!',
  '',
  idOf('other:lease:x'),
  idOf('mastra:topic:lease:'),
  idOf('mastra:topic'),
])('knows none by the id %s', (id) => {
  expect(isWatchedLease(id, PREFIXES)).toBe(false);
});
