/**
 * Looking for text in bytes kept as one character each, without decoding 100,000 keys to do it:
 * ASCII is compared as it lies there, everything else only where the bytes are not ASCII.
 */

import { textOf } from '../../keys/text.ts';
import { isAscii } from '../table/binary-text.ts';

/** Answers whether the text behind `binary` holds `needle`, whatever the case of letters. */
export function containsText(needle: string): (binary: string) => boolean {
  const lower = needle.toLowerCase();
  const decoded = (binary: string) =>
    textOf(Buffer.from(binary, 'latin1')).toLowerCase().includes(lower);
  if (!isAscii(needle)) return (binary) => !isAscii(binary) && decoded(binary);
  const pattern = new RegExp(needle.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'i');
  // A byte that is no text is shown escaped (`\xff`), and found as it is shown.
  if (needle.includes('\\')) return (binary) => pattern.test(binary) || decoded(binary);
  return (binary) => pattern.test(binary) || (!isAscii(binary) && decoded(binary));
}
