/** Other people's text on a terminal. */

/** Text that cannot move the cursor or colour the terminal. */
export function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) => {
    if (char === '\0') return '\\0';
    return [...new TextEncoder().encode(char)]
      .map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`)
      .join('');
  });
}
