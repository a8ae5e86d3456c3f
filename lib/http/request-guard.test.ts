import { expect, test } from 'vitest';
import { refusalOf } from './request-guard.ts';

const AT_ROOT = { basePath: '', bulkLimit: 1000 };
const UNDER_OPS = { ...AT_ROOT, basePath: '/ops' };
const NONE = { method: 'GET', url: '/', headers: {} };

test.each([
  ['a page', {}],
  ['a search', { url: `/?q=${'x'.repeat(500)}&sort=-ttl&limit=200` }],
  ['a sign-in', { method: 'POST', url: '/api/sign-in', headers: { 'content-length': '8192' } }],
  [
    'an action on 1,000 leases',
    { method: 'POST', url: '/', headers: { 'content-length': '500000' } },
  ],
  ['an empty POST', { method: 'POST', url: '/', headers: { 'content-length': '0' } }],
  [
    'a router state',
    { url: '/history', headers: { 'next-router-state-tree': encodeURIComponent('["",{}]') } },
  ],
  ['64 parameters', { url: `/healthz?${Array(64).fill('a').join('&')}` }],
])('lets %s through', (_, request) => {
  expect(refusalOf({ ...NONE, ...request }, AT_ROOT)).toBeNull();
});

test.each([
  ['a parameter 7,400 times', { url: `/healthz?${Array(7400).fill('a').join('&')}` }, 414],
  ['a parameter 65 times', { url: `/healthz?${Array(65).fill('a').join('&')}` }, 400],
  ['a query of 9 kB', { url: `/?q=${'x'.repeat(9000)}` }, 414],
  ['a path of 9 kB', { url: `/leases/${'x'.repeat(9000)}` }, 414],
  ['a path that is no text', { url: '/leases/%ff' }, 404],
  ['half an escape', { url: '/leases/%E0%A4%A' }, 404],
  ['another host as path', { url: 'http://evil.example/' }, 400],
  ['an unknown method', { method: 'TRACE' }, 405],
  ['a body without a length', { method: 'POST', headers: { 'transfer-encoding': 'chunked' } }, 411],
  [
    '9 kB of sign-in',
    { method: 'POST', url: '/api/sign-in', headers: { 'content-length': '8193' } },
    413,
  ],
  [
    '9 kB of sign-in as a page',
    { method: 'POST', url: '/sign-in', headers: { 'content-length': '8193' } },
    413,
  ],
  [
    '65 kB for the API',
    { method: 'POST', url: '/api/leases/a/stop', headers: { 'content-length': '65537' } },
    413,
  ],
  ['600 kB of action', { method: 'POST', headers: { 'content-length': '600000' } }, 413],
  ['a GET with a body', { headers: { 'content-length': '5' } }, 400],
  [
    'a form where none is',
    {
      method: 'POST',
      url: '/api/alarms',
      headers: { 'content-length': '9', 'content-type': 'multipart/form-data; boundary=b' },
    },
    415,
  ],
  ['a broken router state', { headers: { 'next-router-state-tree': '%7B' } }, 400],
  ['a router state that is no list', { headers: { 'next-router-state-tree': '{}' } }, 400],
])('refuses %s', (_, request, status) => {
  expect(refusalOf({ ...NONE, ...request }, AT_ROOT)?.status).toBe(status);
});

test.each([
  ['/ops', null],
  ['/ops/api/leases', null],
  ['/', 404],
  ['/opsy', 404],
  ['/api/leases', 404],
])('under a base path answers %s with %s', (url, status) => {
  expect(refusalOf({ ...NONE, url }, UNDER_OPS)?.status ?? null).toBe(status);
});

test('under a base path a sign-in has the same limit', () => {
  const request = {
    method: 'POST',
    url: '/ops/api/sign-in',
    headers: { 'content-length': '9000' },
  };
  expect(refusalOf(request, UNDER_OPS)?.status).toBe(413);
});
