/**
 * CSV as RFC 4180 has it, that a spreadsheet opens without running anything. Absent values are
 * empty cells, texts are always in quotes. To have a text back: drop one leading `'`, then undo
 * `\\`, `\0`, `\n`, `\r`, `\t`, `\xNN` and `\u{N}`.
 */

export type Cell = string | number | null;

/** The first line: a byte order mark, by which spreadsheets know UTF-8, and the names. */
export function csvHead(names: readonly string[]): string {
  return `\uFEFF${names.join(',')}\r\n`;
}

/** One line. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  return `"${harmless(visible(value)).replaceAll('"', '""')}"`;
}

// A cell that begins like this is a formula to one spreadsheet or another; so is the full-width form.
const FORMULA = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

// And one of these alone is taken for a number, a date or a truth value: a fence of 16 digits would lose
// its last. Two plain tests: one expression for both takes time quadratic to the length of the text.
const NUMBER_CHARACTERS = /^[\d\s.,:/+\-%e]+$/i;

function isNoText(text: string): boolean {
  const isNumberLike = NUMBER_CHARACTERS.test(text) && /\d/.test(text);
  return isNumberLike || /^(?:true|false)$/i.test(text.trim());
}

function harmless(text: string): string {
  const isMistaken = FORMULA.test(text) || isNoText(text) || text.startsWith("'");
  return isMistaken ? `'${text}` : text;
}

const NAMED: Record<string, string> = {
  '\\': '\\\\',
  '\0': '\\0',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function spelled(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return code < 0x80 ? `\\x${hex.padStart(2, '0')}` : `\\u{${hex}}`;
}

/**
 * Control characters would be lost or split the row, and invisible ones hide what is in front of a
 * formula: they are written out.
 */
function visible(text: string): string {
  return text.replaceAll(
    /[\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
    (char) => {
      return NAMED[char] ?? spelled(char);
    },
  );
}
