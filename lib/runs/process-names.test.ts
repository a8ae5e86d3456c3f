import { Redis } from 'ioredis';
import { afterEach, expect, test } from 'vitest';
import type { Instance } from '../pubsub/index.ts';
import { ProcessNames } from './process-names.ts';

const redis = new Redis({ lazyConnect: true });
afterEach(() => redis.disconnect());

function card(sourceId: string, host: string, pid: number, more: Partial<Instance> = {}): Instance {
  return {
    ...{ id: `card-${sourceId}`, service: 'support-api', host, pid, version: null, sourceId },
    ...{ since: 0, seenAt: 0, alive: true, ...more },
  };
}

function names(...instances: Instance[]): ProcessNames {
  const all = new ProcessNames({ redis, prefixes: ['p'] });
  all.take('p', instances);
  return all;
}

test('a service that runs once is called by its name alone', () => {
  const all = names(card('a', 'web-1', 1), card('b', 'web-1', 2, { service: 'billing' }));
  expect(all.nameOf('a').label).toBe('support-api');
});

test('where it runs more than once the host tells which, and on one host the pid', () => {
  const all = names(card('a', 'web-1', 1), card('b', 'web-2', 2), card('c', 'web-2', 3));
  expect(['a', 'b', 'c'].map((id) => all.nameOf(id).label)).toEqual([
    'support-api web-1',
    'support-api web-2:2',
    'support-api web-2:3',
  ]);
  expect(new Set(['a', 'b', 'c'].map((id) => all.nameOf(id).colour)).size).toBe(3);
});

test('a dead namesake asks for no more of a name', () => {
  const all = names(card('a', 'web-1', 1), card('b', 'web-2', 2, { alive: false }));
  expect(all.nameOf('a').label).toBe('support-api');
});

test('a process that took its card away has ended, and is still known by its name', () => {
  const all = names(card('a', 'web-1', 1), card('b', 'web-2', 2));
  all.take('other', []);
  expect(all.isAlive('b', 9_000)).toBe(true);
  all.take('p', [card('a', 'web-1', 1)]);
  expect(all.isAlive('b', 9_000)).toBe(false);
  expect(all.nameOf('b')).toMatchObject({ host: 'web-2', pid: 2 });
  expect(all.nameOf('a').label).toBe('support-api');
});

test('a card that was good when it was read is none any more once its time is over', () => {
  const all = names(card('a', 'web-1', 1));
  expect(all.isAlive('a', 9_999)).toBe(true);
  expect(all.isAlive('a', 10_000)).toBe(false);
  expect(all.isAlive('nobody', 0)).toBe(false);
});

test('an owner that says who it is needs no card', () => {
  expect(names().namedBy('indexer@jobs-1:31281')).toMatchObject({
    id: 'indexer@jobs-1:31281',
    label: 'indexer jobs-1',
    host: 'jobs-1',
    pid: 31281,
  });
  expect(names().namedBy('run-1')).toBeNull();
});

test('a process that registers its runs under several ids is one process, and alive under all', () => {
  const both = { id: 'one-card' };
  const all = names(card('first', 'web-1', 1, both));
  all.take('p', [card('second', 'web-1', 1, both)]);
  const [first, second] = [all.nameOf('first'), all.nameOf('second')];
  expect([first.label, second.label]).toEqual(['support-api', 'support-api']);
  expect(first.colour).toBe(second.colour);
  expect(all.isAlive('first', 0) && all.isAlive('second', 0)).toBe(true);
});
