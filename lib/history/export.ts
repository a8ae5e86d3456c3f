/** The history as a file: JSON, NDJSON, or CSV that a spreadsheet opens without running anything. */

import { parseLeaseKey } from '../keys/lease-key.ts';
import { type Cell, csvHead, csvLine } from './csv.ts';
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

function* csv(entries: Iterable<HistoryEntry>): Generator<string> {
  yield csvHead(COLUMNS.map(([name]) => name));
  for (const entry of entries) yield csvLine(COLUMNS.map(([, cell]) => cell(entry)));
}
