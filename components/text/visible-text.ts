/**
 * Untrusted text made harmless to look at: ids hold any character, and control or bidirectional
 * characters would hide themselves or turn their neighbours round.
 */

export interface TextPart {
  text: string;
  /** True for a stand-in of a character that cannot be seen. */
  standIn: boolean;
}

const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Splits a text into what can be shown as it is and stand-ins (`␀`, `␊`, `U+202E`) for what cannot. */
export function visibleParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), standIn: false });
    parts.push({ text: standInFor(match[0]), standIn: true });
    end = match.index + match[0].length;
  }
  if (end < text.length || parts.length === 0)
    parts.push({ text: text.slice(end), standIn: false });
  return parts;
}

/** The same as one string, for titles and labels. */
export function visibleString(text: string): string {
  return visibleParts(text)
    .map((part) => part.text)
    .join('');
}

function standInFor(char: string): string {
  const code = char.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Cuts a long text in its middle, where ids differ least; whole characters only. */
export function middleCut(text: string, max: number): string {
  if (text.length <= max) return text;
  const characters = [
    ...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text.slice(0, 4096)),
  ];
  const whole = text.length > 4096 ? null : characters.map(({ segment }) => segment);
  if (whole && whole.length <= max) return text;
  const head = Math.ceil((max - 1) * 0.6);
  const start = characters
    .slice(0, head)
    .map(({ segment }) => segment)
    .join('');
  const end = whole ? whole.slice(whole.length - (max - 1 - head)).join('') : '';
  return `${start}…${end}`;
}
