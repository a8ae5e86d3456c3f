import { expect, test } from 'vitest';
import { drifted, moduleOf } from './embed-lua.ts';

test('every embedded module is what its .lua files say', () => {
  expect(drifted()).toEqual([]);
});

test('includes are put in place and none is left over', () => {
  const text = moduleOf('lib/lease/redis/scripts');
  expect(text).toContain("redis.call('TIME')");
  expect(text).not.toContain('--@include');
});
