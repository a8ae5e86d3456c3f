import { splitHidden } from '../../lib/keys/hidden-characters.ts';

/**
 * Untrusted text made harmless to look at: ids hold any character, and control or bidirectional
 * characters would hide themselves or turn their neighbours round.
 */

export interface TextPart {
  text: string;
  /** True for a stand-in of a character that cannot be seen. */
  standIn: boolean;
}

/** What stands for hidden characters here: a text that holds it itself is shown as its code point. */
const OWN_SIGNS = /[\u2400-\u2426]|⟨(?=U\+)/gu;

/**
 * Splits a text into what can be shown as it is and stand-ins (`␀`, `␊`, `⟨U+202E⟩`) for what
 * cannot. Different texts come out different.
 */
export function visibleParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  for (const part of splitHidden(text)) {
    if (part.hidden) parts.push({ text: standInFor(part.text), standIn: true });
    else parts.push(...withoutOwnSigns(part.text));
  }
  return parts.length > 0 ? parts : [{ text, standIn: false }];
}

function* withoutOwnSigns(text: string): Generator<TextPart> {
  let end = 0;
  for (const { 0: sign, index } of text.matchAll(OWN_SIGNS)) {
    if (index > end) yield { text: text.slice(end, index), standIn: false };
    yield { text: codePoint(sign), standIn: true };
    end = index + sign.length;
  }
  if (end < text.length) yield { text: text.slice(end), standIn: false };
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
  if (code === 0x20) return '␠';
  return code === 0x7f ? '␡' : codePoint(char);
}

function codePoint(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
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
