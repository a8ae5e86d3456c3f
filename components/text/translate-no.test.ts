import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Opening tags, with expressions of up to two levels of braces in them. */
const TAG = /<([a-z]+)\b(?:[^>{}]|\{(?:[^{}]|\{[^{}]*\})*\})*>/g;

/** Ids, owners and commands are in the fixed-width font, `<bdi>` or `<code>`; numbers and times are `num`. */
function isVerbatim(tag: string, name: string): boolean {
  if (name === 'bdi' || name === 'code') return true;
  return name !== 'text' && /["' ]mono\b/.test(tag) && !/\bnum\b/.test(tag);
}

test('a browser that translates the page leaves ids, owners and commands as they are', () => {
  const translated: string[] = [];
  let verbatim = 0;
  const files = ['app', 'components'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  for (const file of files) {
    if (!file.endsWith('.tsx') || file.includes('.test.')) continue;
    for (const [tag, name = ''] of readFileSync(file, 'utf8').matchAll(TAG)) {
      if (!isVerbatim(tag, name)) continue;
      verbatim++;
      if (!tag.includes('translate="no"')) translated.push(`${file}: ${tag}`);
    }
  }
  expect(verbatim).toBeGreaterThan(15);
  expect(translated).toEqual([]);
});
