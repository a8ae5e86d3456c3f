import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HELP, helpOf } from '../../cli/help.ts';
import { ACTIONS } from '../../lib/admin/action.ts';
import { en } from './en.ts';
import { findingsEn } from './findings-en.ts';

const GLOSSARY = 'docs/glossary.md';

/** The terms of the last column: `| word | meaning | \`banned\`, \`banned\` |`. */
const banned = readFileSync(GLOSSARY, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .flatMap((line) => [...(line.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)])
  .map(([, term = '']) => term);

function bannedIn(text: string): string[] {
  const rest = text.replace(/audit log|\{\w+\}/gi, '');
  return banned.filter((term) => new RegExp(`\\b${term}\\b`, 'i').test(rest));
}

test('the glossary bans terms, and they are found in any case and only as whole words', () => {
  expect(banned.length).toBeGreaterThan(30);
  expect(bannedIn('The lease was Handed On.')).toEqual(['handed on']);
  expect(bannedIn('The action is in the audit log.')).toEqual([]);
});

test.each([
  ['messages', Object.entries(en)],
  ['findings', Object.entries(findingsEn)],
  ['help', [['help', HELP], ...ACTIONS.map((act) => [act, helpOf(act)])]],
])('the %s use no banned term', (_, texts) => {
  const found = texts.flatMap(([key = '', text = '']) =>
    bannedIn(text).map((term) => `${key}: ${term}`),
  );
  expect(found).toEqual([]);
});
