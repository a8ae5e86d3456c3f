import { describe, expect, test } from 'vitest';
import { NASTY_KEYS, NASTY_OWNERS } from '../keys/testing/nasty-keys.ts';
import { csvLine } from './csv.ts';
import type { HistoryEntry } from './entry.ts';
import { exportEntries } from './export.ts';

const blank: HistoryEntry = {
  ...{
    id: '1700000000000-0',
    at: 1_700_000_000_000,
    leaseId: 'bQ',
    prefix: 'mastra:topic',
    key: '',
  },
  ...{ event: 'acquired', from: null, to: null, source: 'observed', actor: null, reason: null },
  ...{ heldForMs: null, renewals: null, fence: null },
};
const entries: HistoryEntry[] = [
  ...NASTY_KEYS.map((key, at) => ({
    ...blank,
    id: `1-${at}`,
    key,
    to: NASTY_OWNERS[at % 7] ?? '',
  })),
  {
    ...blank,
    event: 'released',
    from: '',
    actor: "'quoted'",
    reason: '=1+1',
    heldForMs: 0,
    renewals: 3,
  },
  { ...blank, event: 'gap', leaseId: null, from: '1', to: '2', reason: 'a\\x00b\u0007, "c"\r\n' },
  { ...blank, to: ' \t@SUM(1)', fence: '1795992519703000' },
];

/** How formulas begin, as OWASP lists it, and what else a spreadsheet would not take for text. */
const MISTAKEN = [
  ...['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '\r=1', '\n=1', ' =1', '\u00a0=1', '\ufeff=1'],
  ...['\uff1d1', '\uff0b1', '\uff0d1', '\uff20SUM(1)', "=cmd|'/C calc'!A0", '=HYPERLINK("x")'],
  ...['1795992519703000', '007', '1e5', '12:30', '2026-11-30', '1/2', '50 %', 'true', 'FALSE'],
];

function exported(format: 'json' | 'ndjson' | 'csv'): string {
  return [...exportEntries(entries, format)].join('');
}

type Row = (string | null)[];

/** Reads RFC 4180 rows; an unquoted empty cell is `null`. */
function rows(text: string): Row[] {
  const cells = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g;
  const all: Row[] = [[]];
  for (const [, cell = '', end] of text.matchAll(cells)) {
    const value = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell || null;
    all.at(-1)?.push(value);
    if (end === '\r\n') all.push([]);
  }
  return all.slice(0, -1);
}

function original(cell: string): string {
  const named: Record<string, string> = { '\\': '\\', '0': '\0', n: '\n', r: '\r', t: '\t' };
  const text = cell.startsWith("'") ? cell.slice(1) : cell;
  return text.replaceAll(/\\(x[0-9a-f]{2}|u\{[0-9a-f]+\}|.)/g, (_, code: string) => {
    return named[code] ?? String.fromCodePoint(Number.parseInt(code.replace(/[xu{}]/g, ''), 16));
  });
}

function readCsv(text: string): HistoryEntry[] {
  const [head = [], ...body] = rows(text.replace('\uFEFF', ''));
  return body.map((row) => {
    const cells: Record<string, string | null> = Object.fromEntries(
      head.map((name, at) => [name ?? '', row[at] ?? null]),
    );
    const { time: _time, resource: _resource, thread: _thread, ...kept } = cells;
    const read = Object.entries(kept).map(([name, cell]) => {
      const isNumber = ['at', 'heldForMs', 'renewals'].includes(name);
      return [name, cell === null ? null : isNumber ? Number(cell) : original(cell)];
    });
    return Object.fromEntries(read) as HistoryEntry;
  });
}

describe('read back equal', () => {
  test('JSON', () => expect(JSON.parse(exported('json'))).toEqual(entries));

  test('JSON of nothing', () => {
    expect(JSON.parse([...exportEntries([], 'json')].join(''))).toEqual([]);
  });

  test('NDJSON', () => {
    const lines = exported('ndjson').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(entries);
  });

  test('CSV', () => expect(readCsv(exported('csv'))).toEqual(entries));
});

test('what a spreadsheet would take for something else is marked as text, and reads back equal', () => {
  const mistaken = MISTAKEN.map((reason, at) => ({ ...blank, id: `3-${at}`, key: 'k', reason }));
  const text = [...exportEntries(mistaken, 'csv')].join('');
  expect(readCsv(text)).toEqual(mistaken);
  const [head = [], ...body] = rows(text.replace('\uFEFF', ''));
  const reasons = body.map((row) => row[head.indexOf('reason')] ?? '');
  // A tab or a line break before the formula is written out, so that the cell begins with a backslash.
  for (const cell of reasons) expect(cell).toMatch(/^['\\]/);
});

test('no cell of a CSV is a formula, and no row has a line break or NUL in it', () => {
  const text = exported('csv');
  for (const cell of rows(text).flat()) expect(cell ?? '').not.toMatch(/^\s*[=+\-@]/);
  expect(text.split('\r\n')).toHaveLength(entries.length + 2);
  expect(text).not.toContain('\0');
});

test('a long text of digits costs time in proportion to its length', () => {
  const text = `${'1'.repeat(200_000)}x`;
  const began = performance.now();
  expect(csvLine([text])).toBe(`"${text}"\r\n`);
  // Quadratic it was minutes; this is a bound against that, not a measurement.
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('nothing invisible stays in front of a formula', () => {
  for (const hidden of ['\u200b', '\u2060', '\ufeff', '\u00ad', '\u202e', '\u3164', '\u{e0041}']) {
    expect(csvLine([`${hidden}=1+1`])).toMatch(/^"\\u\{[0-9a-f]+\}=1\+1"\r\n$/);
  }
});
