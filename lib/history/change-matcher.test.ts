import { beforeEach, describe, expect, test } from 'vitest';
import type { OwnerChange } from '../observe/owner-change.ts';
import { ChangeMatcher } from './change-matcher.ts';
import type { HistoryEntry, HistorySource } from './entry.ts';

const ID = 'lease';
let matcher: ChangeMatcher;

beforeEach(() => {
  matcher = new ChangeMatcher();
});

function see(
  from: string | null,
  to: string | null,
  at: number,
  how: Partial<Pick<OwnerChange, 'source' | 'exact' | 'heldForMs'>> = {},
) {
  matcher.see(ID, {
    ...{
      redisKey: Buffer.from('p:lease:k'),
      prefix: 'p',
      at,
      source: 'observed',
      exact: false,
      heldForMs: null,
      renewals: 0,
      ...how,
    },
    event: to === null ? 'released' : from === null ? 'acquired' : 'transferred',
    from: from === null ? null : Buffer.from(from),
    to: to === null ? null : Buffer.from(to),
  });
}

function recorded(
  from: string | null,
  to: string | null,
  at: number,
  source: HistorySource = 'recorded',
  heldForMs: number | null = null,
) {
  const event = to === null ? 'released' : from === null ? 'acquired' : 'transferred';
  matcher.recorded({
    ...{ id: `${at}-0`, at, leaseId: ID, prefix: 'p', key: 'k', event, from, to, source },
    ...{ actor: null, reason: null, heldForMs, renewals: null, fence: null },
  } satisfies HistoryEntry);
}

function left(): string[] {
  return matcher.unrecorded().map(({ change }) => `${change.from ?? ''}>${change.to ?? ''}`);
}

describe('a change is told once', () => {
  test('seen, then found in the history', () => {
    see(null, 'a', 100);
    recorded(null, 'a', 103);
    expect(left()).toEqual([]);
  });

  test('found in the history, then seen', () => {
    recorded(null, 'a', 100);
    see(null, 'a', 103);
    expect(left()).toEqual([]);
  });

  test('what nobody recorded is left, in the order seen', () => {
    see(null, 'a', 100);
    see('a', null, 120);
    see(null, 'a', 140);
    recorded(null, 'a', 125);
    expect(left()).toEqual(['a>', '>a']);
  });
});

describe('two watches that saw it differently', () => {
  test('an acquire here is the hand-over there', () => {
    see(null, 'b', 100);
    recorded('a', 'b', 100);
    expect(left()).toEqual([]);
  });

  test('changes that this one took for one', () => {
    recorded(null, 'a', 100);
    recorded('a', 'b', 101);
    see(null, 'b', 104);
    see('b', null, 180);
    expect(left()).toEqual(['b>']);
  });

  test('when far behind, the nearest of the same changes is meant', () => {
    for (const at of [1000, 2000, 3000]) {
      recorded(null, 'a', at, 'observed');
      recorded('a', null, at + 500, 'observed');
    }
    see('a', null, 4000);
    see(null, 'a', 4100);
    expect(left()).toEqual(['>a']);
  });

  test('a difference found by a scan is what was recorded before', () => {
    recorded('a', null, 1000);
    see('a', null, 9000, { source: 'reconciled' });
    expect(left()).toEqual([]);
  });
});

describe('a grant is known by the moment that the server gives for it', () => {
  const exact = true;

  test('so one that the recorder missed is no other one soon after', () => {
    recorded(null, 'a', 1000, 'observed');
    recorded('a', null, 1040, 'observed', 40);
    see(null, 'a', 1060, { exact });
    see('a', null, 1090, { exact, heldForMs: 30 });
    expect(left()).toEqual(['>a', 'a>']);
  });

  test('and its end by the grant, however late it was seen', () => {
    recorded(null, 'a', 1000, 'observed');
    recorded('a', null, 1040, 'observed', 40);
    recorded(null, 'a', 1060, 'observed');
    see(null, 'a', 1001, { exact });
    see('a', null, 1900, { exact, heldForMs: 899 });
    see(null, 'a', 1061, { exact });
    see('a', null, 2000, { exact, heldForMs: 939 });
    expect(left()).toEqual(['a>']);
  });
});

describe('what the library wrote is told once', () => {
  test('however late it is seen, and with changes left out', () => {
    for (const at of [1000, 1100, 1200]) {
      recorded(null, 'a', at);
      recorded('a', 'b', at + 20);
      recorded('b', null, at + 50);
    }
    see(null, 'b', 9000);
    see('b', null, 9001);
    see(null, 'a', 9400);
    see('a', null, 9900);
    expect(left()).toEqual([]);
  });

  test('also when the history is read after it was seen', () => {
    see(null, 'a', 4000);
    see('a', null, 9000);
    for (const at of [1000, 2000]) {
      recorded(null, 'a', at);
      recorded('a', 'b', at + 20);
      recorded('b', null, at + 50);
    }
    expect(left()).toEqual([]);
  });

  test('and a change behind our back, after it, is left', () => {
    recorded(null, 'a', 1000);
    see(null, 'a', 3000);
    see('a', null, 3500);
    expect(left()).toEqual(['a>']);
  });
});

test('what was recorded well before observing began swallows nothing', () => {
  recorded(null, 'a', 6000);
  matcher.seeingSince(10_000);
  recorded(null, 'a', 6500);
  see(null, 'a', 10_010);
  expect(left()).toEqual(['>a']);
});

test('what was recorded while observing began may be seen yet', () => {
  matcher.seeingSince(10_000);
  recorded(null, 'a', 9500);
  see(null, 'a', 10_010);
  expect(left()).toEqual([]);
});

test('a change settled is gone, and no other with it', () => {
  see(null, 'a', 100);
  see('a', null, 120);
  const [first] = matcher.unrecorded();
  if (first) matcher.settle(ID, first);
  expect(left()).toEqual(['a>']);
  expect(matcher.pending).toBe(1);
  expect(matcher.isSettled(ID)).toBe(false);
});

test('the oldest are shed when there are too many, and from when to when is told', () => {
  for (let at = 0; at < 10; at++) see(null, `r${at}`, at * 10);
  expect(matcher.shed(10)).toBeNull();
  expect(matcher.shed(3)).toEqual({ from: 0, to: 60 });
  expect(left()).toEqual(['>r7', '>r8', '>r9']);
});

test('what a recorder left out is forgotten after its time', () => {
  see(null, 'a', 100);
  see('a', 'b', 5000);
  matcher.forget(61_000, 1000);
  expect(left()).toEqual(['a>b']);
});
