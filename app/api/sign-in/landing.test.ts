import { expect, test } from 'vitest';
import { landingOf } from './landing.ts';

test('a page of ours is where the sign-in leads', () => {
  expect(landingOf('/leases/bWFzdHJh?q=run-1')).toBe('/leases/bWFzdHJh?q=run-1');
  expect(landingOf('/')).toBe('/');
});

test.each([
  null,
  '',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  '/\n//evil.example',
  'javascript:alert(1)',
  '/sign-in?next=/sign-in',
  '/x/..//evil.example',
])('anything else leads to the front page: %j', (next) => {
  expect(landingOf(next)).toBe('/');
});
