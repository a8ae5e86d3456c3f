/** Other people's text on a terminal. */

import { splitHidden } from '../lib/keys/hidden-characters.ts';

/**
 * Text that cannot move the cursor or colour the terminal, and in which nothing hides: such a
 * character is spelled as its bytes, `\0` and `\xNN`, as keys on the command line are.
 */
export function plain(text: string): string {
  let shown = '';
  for (const part of splitHidden(text)) shown += part.hidden ? spelled(part.text) : part.text;
  return shown;
}

/**
 * The same for JSON: what a terminal would obey or hide is written as the escapes that JSON has for
 * it, so that a program reads the text itself.
 */
export function plainJson(json: string): string {
  return json.replaceAll(UNSAFE_IN_JSON, (char) =>
    [...Array(char.length).keys()]
      .map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** `JSON.stringify` escapes the controls below U+0020 and lone surrogates. */
const UNSAFE_IN_JSON =
  /[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]|(?! )\p{Zs}/gu;

/**
 * A message that may quote other people's text over several lines: the line feeds are ours, or do no
 * harm.
 */
export function plainLines(message: string): string {
  return message
    .split('\n')
    .map((line) => line.replaceAll(/\S+|\s+/g, (part) => (/^ +$/.test(part) ? part : plain(part))))
    .join('\n');
}

function spelled(char: string): string {
  if (char === '\0') return '\\0';
  return [...new TextEncoder().encode(char)]
    .map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`)
    .join('');
}
