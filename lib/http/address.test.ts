import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { address } from './address.ts';

test('without a base path an address is its path', () => {
  expect(address('/')).toBe('/');
  expect(address('/api/stream?q=')).toBe('/api/stream?q=');
});

/** What Next does not prefix by itself: it must go through `address`. */
const UNPREFIXED = [
  /\b(?:fetch|EventSource|sendBeacon)\(\s*[`'"]\//,
  /<a\b[^>]*?\bhref=(?:"\/|\{[`'"]\/)/s,
  /<form\b[^>]*?\baction=(?:"\/|\{[`'"]\/)/s,
  /location(?:\.href)? = [`'"]\//,
  /location\.origin\}\//,
];

test('no source names an address without the base path', () => {
  const faulty = sources().filter((path) => {
    const source = readFileSync(path, 'utf8');
    return UNPREFIXED.some((pattern) => pattern.test(source));
  });
  expect(faulty).toEqual([]);
});

test('the patterns find what they are for', () => {
  const faults = [
    "fetch('/api/alarms')",
    'fetch(`/api/rows?$' + '{query}`)',
    'new EventSource(`/api/stream`)',
    '<a\n className="x"\n href="/audit">',
    '<form action="/audit">',
    "location.href = '/sign-in'",
  ];
  for (const fault of faults) expect(UNPREFIXED.some((pattern) => pattern.test(fault))).toBe(true);
});

function sources(): string[] {
  return ['app', 'components'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
}
