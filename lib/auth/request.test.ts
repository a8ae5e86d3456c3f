import { expect, test } from 'vitest';
import {
  addressOf,
  bearerOf,
  cookieOf,
  isOwnNavigation,
  isSameOrigin,
  PEER_HEADER,
} from './request.ts';
import { isAddressOrSubnet, TrustedProxies } from './trusted-proxies.ts';

const PROXIES = new TrustedProxies(['10.0.0.1', '10.1.0.0/16', 'fd00::/8']);

test.each([
  ['192.0.2.7', undefined, '192.0.2.7'],
  ['192.0.2.7', '198.51.100.1', '192.0.2.7'],
  ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['fd00::1', '203.0.113.9, 198.51.100.1', '198.51.100.1'],
  ['10.0.0.1', '203.0.113.9, 198.51.100.1, 10.1.2.3', '198.51.100.1'],
  ['10.0.0.1', undefined, '10.0.0.1'],
  [undefined, '198.51.100.1', 'unknown'],
])('from socket %s, forwarded for %s: %s', (peer, forwarded, address) => {
  const headers = new Headers({
    ...(peer ? { [PEER_HEADER]: peer } : {}),
    ...(forwarded ? { 'x-forwarded-for': forwarded } : {}),
  });
  expect(addressOf(headers, PROXIES)).toBe(address);
});

test('an address is cut to a sane length', () => {
  const headers = new Headers({ [PEER_HEADER]: '10.0.0.1', 'x-forwarded-for': 'x'.repeat(500) });
  expect(addressOf(headers, PROXIES)).toHaveLength(64);
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

const trusted = PROXIES;
const page = (headers: Record<string, string>, origins: string[] = []) =>
  isSameOrigin(new Headers({ host: 'board.example:3000', ...headers }), { origins, trusted });

test.each([
  [{ origin: 'http://board.example:3000' }, true],
  [{ origin: 'http://board.example' }, false],
  [{ origin: 'http://evil.example' }, false],
  [{ origin: 'null' }, false],
  [{}, false],
  // An origin is more than a host.
  [{ origin: 'https://board.example:3000' }, false],
  [{ origin: 'https://board.example:3000', 'x-forwarded-proto': 'https' }, true],
  [{ origin: 'https://board.example:3000', 'sec-fetch-site': 'same-origin' }, true],
  // A browser's own word counts first.
  [{ origin: 'http://board.example:3000', 'sec-fetch-site': 'cross-site' }, false],
  [{ origin: 'http://board.example:3000', 'sec-fetch-site': 'same-site' }, false],
  // Of forwarded headers, those of a trusted proxy.
  [{ origin: 'http://public.example', 'x-forwarded-host': 'public.example' }, false],
  [
    {
      ...{ origin: 'http://public.example', 'x-forwarded-host': 'public.example' },
      [PEER_HEADER]: '10.0.0.1',
    },
    true,
  ],
])('a page of ours, by its host: %j → %s', (headers, is) => {
  expect(page(headers as Record<string, string>)).toBe(is);
});

test('a page of ours, by the origins that are set', () => {
  const origins = ['https://board.example'];
  expect(page({ origin: 'https://board.example' }, origins)).toBe(true);
  expect(page({ origin: 'http://board.example:3000' }, origins)).toBe(false);
});

test.each([
  [{ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, false, true],
  [{ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, true, true],
  [{ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }, true, true],
  [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, false, false],
  [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, false, false],
  [{ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' }, false, false],
  [{ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' }, false, false],
  [{}, false, true],
  [{}, true, false],
  [{ referer: 'http://evil.example' }, false, false],
])('a sign-in link with %j, signed in: %s → %s', (headers, signedIn, may) => {
  expect(isOwnNavigation(new Headers(headers as Record<string, string>), signedIn)).toBe(may);
});

test.each(['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'])('%s names proxies', (text) => {
  expect(isAddressOrSubnet(text)).toBe(true);
});

test.each(['', 'proxy', '10.0.0.1/33', '10.0.0.1/', '10.0.0', '::1/129', '1.1.1.1/8/8'])(
  '%j names none',
  (text) => {
    expect(isAddressOrSubnet(text)).toBe(false);
  },
);
