/**
 * Looking for text in bytes kept as one character each, without decoding 100,000 keys to do it:
 * ASCII is compared as it lies there, everything else only where the bytes are not ASCII.
 */

import { spellingsOf } from '../../keys/spellings.ts';
import { textOf } from '../../keys/text.ts';
import { isAscii } from '../../observe/table/binary-text.ts';

/** Answers whether the text behind `binary` holds `needle`, whatever the case of letters. */
export function containsText(needle: string): (binary: string) => boolean {
  const wanted = spellingsOf(needle.toLowerCase());
  const decoded = (binary: string) => {
    const text = textOf(Buffer.from(binary, 'latin1')).toLowerCase();
    return wanted.some((one) => text.includes(one));
  };
  if (!isAscii(needle)) return (binary) => !isAscii(binary) && decoded(binary);
  const pattern = anyOf(spellingsOf(needle));
  // A byte that is no text is shown escaped (`\xff`), and found as it is shown.
  if (needle.includes('\\')) return (binary) => pattern.test(binary) || decoded(binary);
  return (binary) => pattern.test(binary) || (!isAscii(binary) && decoded(binary));
}

function anyOf(texts: readonly string[]): RegExp {
  const plain = texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(plain.join('|'), 'i');
}
