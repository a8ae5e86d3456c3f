/** Bytes are kept as text of one character per byte; for ASCII that is the text itself. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: the point is all of ASCII.
const ASCII = /^[\x00-\x7f]*$/;

/**
 * Whether text that Redis sent is, character for character, the bytes it stands for. Such text
 * needs no buffer on its way in or out, which is most of the cost of 100,000 of them.
 */
export function isAscii(text: string): boolean {
  return ASCII.test(text);
}
