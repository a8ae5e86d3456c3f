import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inputsHash } from './inputs.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'leaseboard-inputs-'));
  mkdirSync(join(root, 'app/api'), { recursive: true });
  writeFileSync(join(root, 'app/api/route.ts'), 'one');
  writeFileSync(join(root, 'package.json'), '{}');
});

afterEach(() => rmSync(root, { recursive: true }));

it('stays the same while only tests, documents and what is not built change', () => {
  const before = inputsHash(root);
  writeFileSync(join(root, 'app/api/route.test.ts'), 'test');
  writeFileSync(join(root, 'README.md'), 'read me');
  mkdirSync(join(root, 'e2e'));
  writeFileSync(join(root, 'e2e/a.ts'), 'e2e');
  expect(inputsHash(root)).toBe(before);
});

it('changes with content, with a new file and with a moved one', () => {
  const seen = new Set([inputsHash(root)]);
  writeFileSync(join(root, 'app/api/route.ts'), 'two');
  seen.add(inputsHash(root));
  writeFileSync(join(root, 'app/page.tsx'), 'one');
  seen.add(inputsHash(root));
  writeFileSync(join(root, 'package.json'), '{ "version": "2" }');
  seen.add(inputsHash(root));
  expect(seen.size).toBe(4);
});
