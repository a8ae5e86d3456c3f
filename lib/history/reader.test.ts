import { beforeEach, describe, expect, test } from 'vitest';
import { leaseIdOf } from '../keys/lease-id.ts';
import { NASTY_KEYS } from '../keys/testing/nasty-keys.ts';
import { HistoryCursorError } from './cursor.ts';
import type { HistoryEntry } from './entry.ts';
import { EntryIndex } from './entry-index.ts';
import { HistoryReader, MEMORY_CAP } from './reader.ts';

const encoder = new TextEncoder();
let reader: HistoryReader;

beforeEach(() => {
  reader = new HistoryReader({ store: null, prefixes: ['p', 'q'] });
});

function keep(key: string, at: number, more: Partial<HistoryEntry> = {}): string {
  const leaseId = leaseIdOf(encoder.encode(`p:lease:${key}`));
  reader.keep({
    ...{ at, leaseId, prefix: 'p', key, event: 'acquired', from: null, to: 'run-1' },
    ...{ source: 'observed', actor: null, reason: null, heldForMs: null, renewals: null },
    ...{ fence: null, ...more },
  });
  return leaseId;
}

function keepGap(from: number, to: number): void {
  keep('', from, { leaseId: null, event: 'gap', from: String(from), to: String(to) });
}

const times = (query = {}) => reader.page(query).entries.map(({ at }) => at);

test('pages go from the newest to the oldest, each entry once, whatever is added meanwhile', () => {
  for (let at = 1; at <= 25; at++) keep(`k${at % 3}`, at, { prefix: at % 2 ? 'p' : 'q' });
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const page = reader.page({ limit: 10, cursor });
    seen.push(...page.entries.map(({ at }) => at));
    cursor = page.next ?? undefined;
    keep('late', 100);
  } while (cursor);
  expect(seen).toEqual(Array.from({ length: 25 }, (_, at) => 25 - at));
});

test('a cursor of nobody is refused', () => {
  expect(() => reader.page({ cursor: 'bm9uc2Vuc2U' })).toThrow(HistoryCursorError);
  expect(() => reader.page({ cursor: '' })).toThrow(HistoryCursorError);
});

test('the picture of a young history begins with it, and shows its newest change', () => {
  const minute = 60_000;
  const now = 40 * 60 * minute + 30_000;
  for (let ago = 0; ago < 25; ago++) keep('k', now - ago * minute);
  const { stepMs, starts, perMinute, total } = reader.changes({}, now, 160);
  expect({ stepMs, total }).toEqual({ stepMs: minute, total: 25 });
  expect(starts[0]).toBe(now - 24 * minute - 30_000);
  expect(perMinute.acquired).toEqual(starts.map(() => 1));
});

test('the picture is of no less than ten minutes, and of no more than a day', () => {
  const day = 24 * 3_600_000;
  const now = 10 * day;
  keep('k', now - 5_000);
  expect(reader.changes({}, now, 160).starts).toHaveLength(11);
  keep('old', now - 3 * day);
  expect(reader.changes({}, now, 160).total).toBe(1);
  expect(reader.changes({ since: now - day }, now, 160).starts[0]).toBe(now - day);
});

describe('filters', () => {
  beforeEach(() => {
    keep('user_1\0t1', 10, { to: 'run-A' });
    keep('user_2\0t2', 20, { event: 'transferred', from: 'run-A', to: 'run-B' });
    keep('user_1\0t3', 30, { event: 'released', from: 'run-B', to: null, actor: 'Dana' });
    keepGap(32, 38);
    keep('job', 40, { event: 'expired', from: 'run-C', to: null, reason: 'INC-7' });
  });

  test('by owner, on either side', () => {
    expect(times({ owner: 'run-B' })).toEqual([30, 20]);
    expect(times({ owner: 'run' })).toEqual([]);
  });

  test('by resource', () => expect(times({ resource: 'user_1' })).toEqual([30, 10]));

  test('by event, one or several', () => {
    expect(times({ event: 'gap' })).toEqual([32]);
    expect(times({ event: ['expired', 'released'] })).toEqual([40, 30]);
  });

  test('by time; a gap belongs to all of its time', () => {
    expect(times({ since: 20, until: 30 })).toEqual([30, 20]);
    expect(times({ since: 35 })).toEqual([40, 32]);
  });

  test('by text in key, owner, actor or reason', () => {
    expect(times({ q: 'T1' })).toEqual([10]);
    expect(times({ q: 'user_1\\0t1' })).toEqual([10]);
    expect(times({ q: 'run-c' })).toEqual([40]);
    expect(times({ q: ' dana ' })).toEqual([30]);
    expect(times({ q: 'inc-7' })).toEqual([40]);
  });
});

test('a lease has its own entries and the gaps since its first', () => {
  keepGap(1, 2);
  const leaseId = keep('a', 10);
  keep('b', 15);
  keepGap(20, 25);
  keep('a', 30, { event: 'released', from: 'run-1', to: null });
  keepGap(40, 45);
  expect(times({ leaseId })).toEqual([40, 30, 20, 10]);
  const first = reader.page({ leaseId, limit: 2 });
  expect(times({ leaseId, cursor: first.next })).toEqual([20, 10]);
  expect(times({ leaseId: 'bm9uZQ' })).toEqual([]);
});

test('every nasty key is found by its id', () => {
  const ids = NASTY_KEYS.map((key, at) => keep(key, at));
  ids.forEach((leaseId, at) => {
    expect(reader.page({ leaseId }).entries).toMatchObject([{ key: NASTY_KEYS[at], at }]);
  });
});

test('the busiest leases of a time', () => {
  for (const at of [10, 100, 110, 120]) keep('a', at, { event: 'transferred', from: 'x' });
  for (const at of [5, 6, 7, 105]) keep('b', at);
  keep('c', 130, { event: 'released', from: 'x', to: null });
  expect(reader.busiest(100, 5).map(({ key, grants }) => [key, grants])).toEqual([
    ['a', 3],
    ['b', 1],
  ]);
});

test('new entries are told to whoever listens', () => {
  const told: number[] = [];
  const stop = reader.onEntry(({ at }) => told.push(at));
  keep('a', 1);
  stop();
  keep('a', 2);
  expect(told).toEqual([1]);
});

test('memory keeps the newest and forgets the rest, of every lease', () => {
  const first = keep('first', 0);
  for (let at = 1; at <= MEMORY_CAP; at++) keep('k', at);
  expect(reader.size).toBe(MEMORY_CAP);
  expect(times({ leaseId: first })).toEqual([]);
  expect(times({ limit: 1 })).toEqual([MEMORY_CAP]);
});

test('a window that moves on stays whole', () => {
  const index = new EntryIndex(5000);
  const entry = { ...reader.latest(1)[0], leaseId: 'x', event: 'acquired' } as HistoryEntry;
  for (let at = 0; at < 20_000; at++) index.add({ ...entry, id: `${at}-0`, at });
  const kept = [...index.newestFirst()].map(({ at }) => at);
  expect(kept).toEqual(Array.from({ length: 5000 }, (_, at) => 19_999 - at));
  expect([...index.newestFirst('x')]).toHaveLength(5000);
});
