/** The audit trail as a file. */

import { csvHead, csvLine } from '../history/csv.ts';
import type { AuditEntry } from './audit-entry.ts';

export const AUDIT_FORMATS = ['ndjson', 'csv'] as const;

export type AuditFormat = (typeof AUDIT_FORMATS)[number];

export const AUDIT_TYPES: Readonly<Record<AuditFormat, string>> = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
};

const COLUMNS = [
  'id',
  'time',
  'actor',
  'role',
  'method',
  'address',
  'act',
  'outcome',
  'prefix',
  'key',
  'expectedOwner',
  'foundOwner',
  'to',
  'reason',
  'detail',
  'requestId',
  'leaseId',
] as const;

/** Lines of the file, each with its end. */
export async function* auditLines(
  entries: AsyncIterable<AuditEntry>,
  format: AuditFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvHead(COLUMNS);
  for await (const entry of entries) {
    yield format === 'csv' ? csvLine(cellsOf(entry)) : `${JSON.stringify(entry)}\n`;
  }
}

function cellsOf(entry: AuditEntry): (string | null)[] {
  const time = new Date(entry.at).toISOString();
  return COLUMNS.map((column) => (column === 'time' ? time : entry[column]));
}
