import { describe, expect, test } from 'vitest';
import type { LeaseRow } from '@/lib/board/wire.ts';
import type { HistoryEntry, HistoryEvent } from '@/lib/history/entry.ts';
import { messagesFor } from '../messages/catalog.ts';
import { translator } from '../messages/translate.ts';
import { timeFormats } from './formats.ts';
import { holdFacts, lengthMs } from './hold-text.ts';
import { ownershipOf } from './holds.ts';
import { timelineWords } from './labels.ts';
import { handoffsOf } from './transfers.ts';

let count = 0;

function entry(
  at: number,
  event: HistoryEvent,
  from: string | null,
  to: string | null,
  more: Partial<HistoryEntry> = {},
): HistoryEntry {
  return {
    ...{ id: `${at}-${count++}`, at, leaseId: 'x', prefix: 'p', key: 'k', event, from, to },
    ...{ source: 'recorded', actor: null, reason: null, heldForMs: null, renewals: null },
    ...{ fence: null, ...more },
  };
}

const held = { owner: 'b', heldSince: 500, heldSinceExact: true, renewals: 3 } as LeaseRow;

describe('holds', () => {
  test('from acquire to release, and from hand to hand', () => {
    const { holds, conflicts } = ownershipOf(
      [
        entry(900, 'released', 'b', null, { renewals: 4, actor: 'dana', reason: 'hung' }),
        entry(500, 'transferred', 'a', 'b'),
        entry(100, 'acquired', null, 'a'),
      ],
      null,
    );
    expect(holds).toMatchObject([
      { owner: 'a', from: 100, to: 500, begin: 'acquired', end: 'transferred' },
      {
        ...{ owner: 'b', from: 500, to: 900, begin: 'transferred', end: 'released' },
        ...{ renewals: 4, actor: 'dana', reason: 'hung' },
      },
    ]);
    expect(conflicts).toEqual([]);
  });

  test('what is held now has no end, and learns from the row', () => {
    const { holds } = ownershipOf([entry(500, 'acquired', null, 'b')], held);
    expect(holds).toMatchObject([{ owner: 'b', from: 500, to: null, end: 'held', renewals: 3 }]);
  });

  test('a holder of which the history knows nothing is drawn from the row', () => {
    const unseen = { ...held, heldSinceExact: false };
    expect(ownershipOf([], unseen).holds).toMatchObject([
      { owner: 'b', from: 500, begin: 'unknown' },
    ]);
  });

  test('a hold whose beginning is not known ends all the same', () => {
    expect(ownershipOf([entry(900, 'expired', 'a', null)], null).holds).toMatchObject([
      { from: null, to: 900, begin: 'unknown', end: 'expired' },
    ]);
    const known = entry(900, 'expired', 'a', null, { heldForMs: 300 });
    expect(ownershipOf([known], null).holds).toMatchObject([{ from: 600, to: 900 }]);
  });

  test('a hold that nobody ended lasts until the next one', () => {
    const { holds } = ownershipOf(
      [entry(700, 'acquired', null, 'b'), entry(100, 'acquired', null, 'a')],
      { ...held, heldSince: 700 },
    );
    expect(holds).toMatchObject([
      { owner: 'a', to: 700, end: 'unknown' },
      { owner: 'b', to: null, end: 'held' },
    ]);
  });

  test('two owners at once are told', () => {
    const { conflicts } = ownershipOf(
      [
        entry(900, 'released', 'a', null),
        entry(600, 'acquired', null, 'b'),
        entry(100, 'acquired', null, 'a'),
      ],
      { ...held, heldSince: 600 },
    );
    expect(conflicts).toEqual([{ from: 600, to: 900 }]);
  });

  test('two tellings of one moment are no two owners', () => {
    const { conflicts } = ownershipOf(
      [
        entry(612, 'expired', 'a', null),
        entry(600, 'acquired', null, 'b'),
        entry(100, 'acquired', null, 'a'),
      ],
      { ...held, heldSince: 600 },
    );
    expect(conflicts).toEqual([]);
  });

  test('a gap is a span with its reason', () => {
    const gap = entry(200, 'gap', '200', '400', { leaseId: null, reason: 'Redis away' });
    expect(ownershipOf([gap], null).gaps).toEqual([
      { id: gap.id, from: 200, to: 400, reason: 'Redis away' },
    ]);
  });
});

test('the chain knows its median, its longest hold and the free times between', () => {
  const { holds } = ownershipOf(
    [
      entry(1000, 'released', 'c', null),
      entry(700, 'acquired', null, 'c'),
      entry(600, 'released', 'b', null),
      entry(200, 'transferred', 'a', 'b'),
      entry(100, 'acquired', null, 'a'),
    ],
    null,
  );
  const { medianMs, longest, freeBefore } = handoffsOf(holds);
  expect(medianMs).toBe(300);
  expect(longest?.owner).toBe('b');
  expect(freeBefore).toEqual([null, 0, 100]);
});

test('no hold lasts less than nothing: not one that began after the last look at the clock', () => {
  const { holds } = ownershipOf([entry(1000, 'acquired', null, 'b')], null);
  const [hold] = holds;
  expect(hold && lengthMs(hold, 505)).toBe(0);
  const turned = ownershipOf(
    [entry(1000, 'acquired', null, 'c'), entry(1000, 'released', 'c', null)].toReversed(),
    null,
  );
  expect(handoffsOf(turned.holds.map((one) => ({ ...one, from: 1495, to: 1000 }))).medianMs).toBe(
    0,
  );
});

test('one renewal is one renewal', () => {
  const words = translator('en', messagesFor('en'));
  const facts = (renewals: number) => {
    const { holds } = ownershipOf(
      [
        entry(10, 'acquired', null, 'b'),
        entry(90, 'released', 'b', null, { renewals }),
      ].toReversed(),
      null,
    );
    const [hold] = holds;
    return hold ? holdFacts(hold, timelineWords(words), timeFormats(words, 'utc'), 100) : [];
  };
  expect(facts(1)).toContain('1 renewal');
  expect(facts(1200)).toContain('1,200 renewals');
});
