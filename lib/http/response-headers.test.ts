import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pagePolicy, TOAST_STYLE_HASH } from './response-headers.ts';

test('nothing runs but what carries the nonce', () => {
  const policy = new Map(
    pagePolicy('abc')
      .split('; ')
      .map((directive) => [directive.split(' ', 1)[0], directive]),
  );
  expect(policy.get('default-src')).toBe("default-src 'none'");
  expect(policy.get('script-src')).toBe("script-src 'nonce-abc' 'strict-dynamic'");
  expect(policy.get('frame-ancestors')).toBe("frame-ancestors 'none'");
  expect([...policy.values()].filter((directive) => directive.includes('unsafe'))).toEqual([
    "style-src-attr 'unsafe-inline'",
  ]);
});

test('the style sheet allowed by its hash is that of the installed sonner', () => {
  const source = readFileSync('node_modules/sonner/dist/index.mjs', 'utf8');
  const [, text = ''] = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(source) ?? [];
  const hash = createHash('sha256').update(JSON.parse(text)).digest('base64');
  expect(TOAST_STYLE_HASH).toBe(`sha256-${hash}`);
});
