/**
 * What a text that is looked for may stand for: itself, and where it holds `\0`, as the command
 * line and exports show the NUL of a key, the same with that character.
 */
export function spellingsOf(text: string): string[] {
  const meant = text.replaceAll('\\0', '\0');
  return meant === text ? [text] : [text, meant];
}
