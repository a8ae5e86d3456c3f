import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import nextConfig from '../../next.config.js';
import { folderFor, PLACEHOLDER, settleAtRoot } from './base-path.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const FILES = {
  '.next/static/chunks/main.js': `const b="${PLACEHOLDER}";fetch("${PLACEHOLDER}/api/rows")`,
  '.next/server/matchers.js': `/^\\${PLACEHOLDER}(?:\\/(x))?$/`,
  '.next/routes-manifest.json': JSON.stringify({
    basePath: PLACEHOLDER,
    redirects: [{ source: `${PLACEHOLDER}/` }, { source: `${PLACEHOLDER}/:path+/` }],
  }),
  '.next/BUILD_ID': 'abc',
  'package.json': '{"type":"module"}',
  'node_modules/next/index.js': '',
};

function built(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leaseboard-test-'));
  folders.push(folder);
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

const contents = (folder: string) =>
  Object.fromEntries(
    Object.keys(FILES).map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );

test('the build is made under the placeholder', () => {
  expect(nextConfig.basePath).toBe(PLACEHOLDER);
});

test('a built folder serves the root, and any base path from a copy', () => {
  const folder = built();
  expect(settleAtRoot(folder)).toBe(3);
  expect(contents(folder)).toEqual({
    ...FILES,
    '.next/static/chunks/main.js': 'const b="";fetch("/api/rows")',
    '.next/server/matchers.js': '/^(?:\\/(x))?$/',
    '.next/routes-manifest.json': JSON.stringify({
      basePath: '',
      redirects: [{ source: '/:path+/' }],
    }),
  });
  expect(folderFor(folder, '').path).toBe(folder);

  const served = folderFor(folder, '/ops/leases');
  expect(contents(served.path)).toEqual({
    ...FILES,
    '.next/static/chunks/main.js': 'const b="/ops/leases";fetch("/ops/leases/api/rows")',
    '.next/server/matchers.js': '/^\\/ops\\/leases(?:\\/(x))?$/',
    '.next/routes-manifest.json': JSON.stringify({
      basePath: '/ops/leases',
      redirects: [{ source: '/ops/leases/' }, { source: '/ops/leases/:path+/' }],
    }),
  });
  served.remove();
  expect(existsSync(served.path)).toBe(false);
});
