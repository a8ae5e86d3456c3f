/** Texts and bytes that have broken programs before. */

import { NASTY_KEYS } from '../../lib/keys/testing/nasty-keys.ts';
import type { Random } from './random.ts';

/** In a page it must never stand like this: it would be an element of somebody else's. */
export const MARKER = '<hostile-element onclick=alert(1)>';

const TEXTS: readonly string[] = [
  ...NASTY_KEYS,
  MARKER,
  `"'>${MARKER}`,
  `</script><script>alert(1)</script>${MARKER}`,
  `</title></style></textarea>${MARKER}`,
  '',
  ' ',
  '\0',
  '\u202e\u2066\u200b\u3164',
  '\u001b[2J\u001b]0;owned\u0007\u009b31m',
  '=cmd|calc!A0',
  '\u200b=1+1',
  '{{7*7}}#{7*7}',
  '%s%n%x',
  '../'.repeat(40),
  'a'.repeat(600),
  'ü'.repeat(2000),
  'constructor',
  'NaN',
  '-1',
  '1e309',
  '9007199254740993',
  '18446744073709551615',
  '8640000000000001',
  'true',
  'null',
  '[]',
  '{}',
  '[[[[[[[[[[[[[[[[',
  'owner:"',
  'held:>999999999999h -kind:thread health:at-risk',
  '(((((((((((a+)+)+)+)+)+)+)+)+)+)+',
];

/** A hostile text; now and then two of them together. */
export function hostileText(random: Random): string {
  const text = random.of(TEXTS);
  return random.chance(0.2) ? `${text}${random.of(TEXTS)}` : text;
}

/** The same as bytes, or bytes that are no text; rarely a megabyte of them. */
export function hostileBytes(random: Random): Buffer {
  if (random.chance(0.005)) return Buffer.alloc(1_000_000, random.below(256));
  if (random.chance(0.2)) return random.bytes(1 + random.below(64));
  return Buffer.from(hostileText(random));
}

const NUMBERS = ['0', '-0', '-1', '1e99', '1.5', 'NaN', 'Infinity', '8640000000000001', '0x10', ''];

/** What may stand where a number is expected. */
export function hostileNumber(random: Random): string {
  if (random.chance(0.3)) return String(random.below(2 ** 31));
  return random.chance(0.2) ? hostileText(random) : random.of(NUMBERS);
}
