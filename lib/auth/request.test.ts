import { expect, test } from 'vitest';
import { addressOf, bearerOf, cookieOf, isSameOrigin } from './request.ts';

test('the address is the first hop, cut to a sane length', () => {
  expect(addressOf(new Headers({ 'x-forwarded-for': '192.0.2.7, 10.0.0.1' }))).toBe('192.0.2.7');
  expect(addressOf(new Headers({ 'x-forwarded-for': 'x'.repeat(500) }))).toHaveLength(64);
  expect(addressOf(new Headers())).toBe('unknown');
});

test('a bearer token is read whatever the case of the word before it', () => {
  expect(bearerOf(new Headers({ authorization: 'bearer  abc' }))).toBe('abc');
  expect(bearerOf(new Headers({ authorization: 'Basic abc' }))).toBeNull();
  expect(bearerOf(new Headers())).toBeNull();
});

test('a cookie is found by its whole name', () => {
  const headers = new Headers({ cookie: 'leaseboard-30000=other; leaseboard-3000=a=b' });
  expect(cookieOf(headers, 'leaseboard-3000')).toBe('a=b');
  expect(cookieOf(headers, 'leaseboard')).toBeNull();
});

test('only a page of the same host counts as ours', () => {
  const from = (origin?: string, extra = {}) =>
    isSameOrigin(
      new Headers({ host: 'board.example:3000', ...(origin ? { origin } : {}), ...extra }),
    );
  expect(from('http://board.example:3000')).toBe(true);
  expect(from('http://board.example')).toBe(false);
  expect(from('http://evil.example')).toBe(false);
  expect(from('null')).toBe(false);
  expect(from(undefined)).toBe(false);
  expect(from('https://public.example', { 'x-forwarded-host': 'public.example' })).toBe(true);
});
