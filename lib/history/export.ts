/** The history as a file: JSON, NDJSON, or CSV that a spreadsheet opens without running anything. */

import { parseLeaseKey } from '../keys/lease-key.ts';
import type { HistoryEntry } from './entry.ts';

export const EXPORT_FORMATS = {
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
} as const;

export type ExportFormat = keyof typeof EXPORT_FORMATS;

/** The entries as text of that format, piece by piece. Reading it back gives equal entries. */
export function* exportEntries(
  entries: Iterable<HistoryEntry>,
  format: ExportFormat,
): Generator<string> {
  if (format === 'csv') yield* csv(entries);
  else if (format === 'ndjson') for (const entry of entries) yield `${JSON.stringify(entry)}\n`;
  else yield* json(entries);
}

function* json(entries: Iterable<HistoryEntry>): Generator<string> {
  let before = '[\n';
  for (const entry of entries) {
    yield before + JSON.stringify(entry);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

type Cell = string | number | null;

/** `time`, `resource` and `thread` are for people; they follow from `at` and `key`. */
const COLUMNS: readonly [name: string, cell: (entry: HistoryEntry) => Cell][] = [
  ['time', ({ at }) => new Date(at).toISOString()],
  ['event', ({ event }) => event],
  ['resource', ({ event, key }) => (event === 'gap' ? null : parseLeaseKey(key).resourceId)],
  ['thread', ({ event, key }) => (event === 'gap' ? null : parseLeaseKey(key).threadId)],
  ['from', ({ from }) => from],
  ['to', ({ to }) => to],
  ['source', ({ source }) => source],
  ['actor', ({ actor }) => actor],
  ['reason', ({ reason }) => reason],
  ['heldForMs', ({ heldForMs }) => heldForMs],
  ['renewals', ({ renewals }) => renewals],
  ['fence', ({ fence }) => fence],
  ['at', ({ at }) => at],
  ['id', ({ id }) => id],
  ['leaseId', ({ leaseId }) => leaseId],
  ['prefix', ({ prefix }) => prefix],
  ['key', ({ key }) => key],
];

/**
 * RFC 4180 with a byte order mark, by which spreadsheets know UTF-8. Absent values are empty cells,
 * texts are always in quotes. To have a text back: drop one leading `'`, then undo `\\`, `\0`, `\n`,
 * `\r`, `\t` and `\xNN`.
 */
function* csv(entries: Iterable<HistoryEntry>): Generator<string> {
  yield `\uFEFF${COLUMNS.map(([name]) => name).join(',')}\r\n`;
  for (const entry of entries) {
    yield `${COLUMNS.map(([, cell]) => cellText(cell(entry))).join(',')}\r\n`;
  }
}

function cellText(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  return `"${harmless(visible(value)).replaceAll('"', '""')}"`;
}

// A cell that begins like this is a formula to one spreadsheet or another; so is the full-width form.
const FORMULA = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

function harmless(text: string): string {
  return FORMULA.test(text) || text.startsWith("'") ? `'${text}` : text;
}

const NAMED: Record<string, string> = {
  '\\': '\\\\',
  '\0': '\\0',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** Control characters would be lost or split the row: they are written out. */
function visible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replaceAll(/[\\\u0000-\u001f\u007f]/g, (char) => {
    return NAMED[char] ?? `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
}
