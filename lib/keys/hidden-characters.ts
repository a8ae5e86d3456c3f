/**
 * Characters that cannot be seen, or that change how their neighbours look. Page and command line
 * replace each with a stand-in of their own, so that two different keys or owners never look alike.
 * Runs in Node and in the browser.
 */

/** An emoji as people type it: its joiners and selectors are part of what is seen. */
const PICTOGRAPH =
  '(?:\\p{Emoji_Presentation}\\p{Emoji_Modifier}?|\\p{Extended_Pictographic}(?:\\uFE0F|\\p{Emoji_Modifier}))';
const EMOJI = `${PICTOGRAPH}(?:\\u200D${PICTOGRAPH})+|\\p{Extended_Pictographic}(?<!\\p{Emoji_Presentation})\\uFE0F`;

/**
 * Controls, formats, surrogates, private use; whatever a font leaves out; spaces of every kind but
 * the ordinary one, and that too at an end or beside another; blanks that count as letters or symbols.
 */
const HIDDEN = [
  '[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]',
  '(?! )\\p{Zs}',
  '^ | $|(?<= ) | (?= )',
  '[\\u2800\\u{1D159}]',
].join('|');

const SEEN_OR_HIDDEN = new RegExp(`(?<emoji>${EMOJI})|${HIDDEN}`, 'gu');

/** A text cut into what can be shown as it is and single characters that cannot. */
export function* splitHidden(text: string): Generator<{ text: string; hidden: boolean }> {
  let end = 0;
  for (const match of text.matchAll(SEEN_OR_HIDDEN)) {
    if (match.groups?.emoji !== undefined) continue;
    if (match.index > end) yield* splitComposed(text.slice(end, match.index));
    yield { text: match[0], hidden: true };
    end = match.index + match[0].length;
  }
  if (end < text.length) yield* splitComposed(text.slice(end));
}

/** `é` in one character and in two look the same: of the longer spelling every mark is shown by itself. */
function* splitComposed(text: string): Generator<{ text: string; hidden: boolean }> {
  if (text === text.normalize('NFC')) {
    yield { text, hidden: false };
    return;
  }
  let plain = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    if (segment === segment.normalize('NFC')) {
      plain += segment;
      continue;
    }
    const [first = '', ...marks] = segment;
    const isWhole = first === first.normalize('NFC');
    if (isWhole) plain += first;
    if (plain !== '') yield { text: plain, hidden: false };
    plain = '';
    for (const mark of isWhole ? marks : [first, ...marks]) yield { text: mark, hidden: true };
  }
  if (plain !== '') yield { text: plain, hidden: false };
}
