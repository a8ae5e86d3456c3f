import { expect, test } from 'vitest';
import { isLeaseProvider, resolveLeaseProvider } from './detection.ts';
import { MemoryLeaseProvider } from './memory.ts';
import { NoopLeaseProvider } from './noop.ts';

test('a provider is anything with the five methods', () => {
  const shape = { ...NoopLeaseProvider };
  expect(isLeaseProvider(shape)).toBe(true);
  expect(isLeaseProvider(new MemoryLeaseProvider())).toBe(true);
  for (const method of Object.keys(shape)) {
    expect(isLeaseProvider({ ...shape, [method]: undefined })).toBe(false);
  }
  for (const value of [null, undefined, 0, 'x', {}, () => {}]) {
    expect(isLeaseProvider(value)).toBe(false);
  }
});

test('what getLeaseProvider answers counts, and nothing means no leasing', () => {
  const leases = new MemoryLeaseProvider();
  expect(resolveLeaseProvider(leases)).toBe(leases);
  expect(resolveLeaseProvider({ getLeaseProvider: () => leases })).toBe(leases);
  expect(resolveLeaseProvider({ ...NoopLeaseProvider, getLeaseProvider: () => undefined })).toBe(
    NoopLeaseProvider,
  );
  expect(resolveLeaseProvider({ publish() {} })).toBe(NoopLeaseProvider);
  expect(resolveLeaseProvider(undefined)).toBe(NoopLeaseProvider);
});

test('without leasing everyone wins their own race', async () => {
  expect(await NoopLeaseProvider.acquireLease('k', 'a', 1000)).toEqual({
    acquired: true,
    owner: 'a',
  });
  expect(await NoopLeaseProvider.acquireLease('k', 'b', 1000)).toEqual({
    acquired: true,
    owner: 'b',
  });
  expect(await NoopLeaseProvider.getLeaseOwner('k')).toBeUndefined();
  expect(await NoopLeaseProvider.renewLease('k', 'a', 1000)).toBe(true);
  expect(await NoopLeaseProvider.transferLease('k', 'a', 'b', 1000)).toBe(true);
});
