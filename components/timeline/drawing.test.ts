import { describe, expect, test } from 'vitest';
import { changesPerMinute } from '@/lib/history/changes-per-minute.ts';
import { barsOf, momentAt, xOf } from './drawing.ts';
import type { Hold } from './holds.ts';
import { lanesOf } from './lanes.ts';
import { spanOfChart, stacked } from './stacked.ts';
import { axisTicks, notAhead, panned, showing, zoomed } from './time-view.ts';
import { moveFor } from './timeline-keys.ts';

const blank: Hold = {
  ...{ id: '', owner: '', from: 0, to: 0, begin: 'acquired', end: 'released' },
  ...{ beginSource: null, endSource: null, renewals: null, renewEveryMs: null },
  ...{ renewedAt: null, fence: null, actor: null, reason: null },
};

function hold(owner: string, from: number, to: number | null, more: Partial<Hold> = {}): Hold {
  return { ...blank, id: `${owner}${from}`, owner, from, to, ...more };
}

const scale = { view: { from: 1000, to: 2000 }, width: 500 };

test('a view looks ahead by a little of its own length, not by that of a day', () => {
  expect(notAhead({ from: 2000, to: 3000 }, 1000)).toEqual({ from: 40, to: 1040 });
  expect(notAhead({ from: 0, to: 900 }, 1000)).toEqual({ from: 0, to: 900 });
});

describe('bars', () => {
  test('lie where their time is, cut at the edges', () => {
    expect(barsOf([hold('a', 0, 1200), hold('b', 1400, null)], scale, 1900)).toMatchObject([
      { x: 0, width: 100, count: 1, room: 100 },
      { x: 200, width: 250, count: 1 },
    ]);
  });

  test('what cannot be seen is not drawn', () => {
    expect(barsOf([hold('a', 0, 900), hold('b', 2100, 2200)], scale, 3000)).toEqual([]);
  });

  test('holds too short to tell apart become one block', () => {
    const many = Array.from({ length: 100 }, (_, at) => hold(`r${at}`, 1000 + at, 1001 + at));
    expect(barsOf(many, scale, 2000)).toMatchObject([{ x: 0, count: 100 }]);
  });

  test('renewals of the present hold stand where they were', () => {
    const present = hold('a', 1000, null, { renewals: 3, renewEveryMs: 200, renewedAt: 1700 });
    expect(barsOf([present], scale, 1750)[0]?.renewals).toEqual([150, 250, 350]);
  });

  test('renewals of a past hold are spread over it, and hidden where they would run together', () => {
    const past = hold('a', 1000, 1800, { renewals: 3 });
    expect(barsOf([past], scale, 2000)[0]?.renewals).toEqual([100, 200, 300]);
    expect(barsOf([{ ...past, renewals: 300 }], scale, 2000)[0]?.renewals).toEqual([]);
  });
});

test('lanes go by process, and overlapping holds get a line each', () => {
  const processOf = (owner: string) =>
    owner === 'c' ? { id: 'p2', label: 'web-2', host: null, pid: null } : null;
  const lanes = lanesOf(
    [hold('a', 0, 50), hold('b', 20, 90), hold('c', 90, 95), hold('a', 95, 99)],
    processOf,
  );
  expect(lanes.map(({ process }) => process?.label ?? null)).toEqual([null, 'web-2']);
  expect(lanes[0]?.lines.map((line) => line.map(({ owner }) => owner))).toEqual([
    ['a', 'a'],
    ['b'],
  ]);
});

describe('the view', () => {
  const extent = { from: 0, to: 100_000 };
  const view = { from: 20_000, to: 40_000 };

  test('zooms about a moment that stays in place', () => {
    const closer = zoomed(view, 25_000, 0.5, extent);
    expect(closer).toEqual({ from: 22_500, to: 32_500 });
    expect(xOf({ view: closer, width: 100 }, 25_000)).toBe(xOf({ view, width: 100 }, 25_000));
  });

  test('stays within what there is, and above a second', () => {
    expect(zoomed(view, 30_000, 100, extent)).toEqual(extent);
    const closest = zoomed(view, 30_000, 1e-9, extent);
    expect(closest.to - closest.from).toBe(1000);
    expect(panned(view, -50_000, extent)).toEqual({ from: 0, to: 20_000 });
    expect(panned(view, 90_000, extent)).toEqual({ from: 80_000, to: 100_000 });
  });

  test('moves to a hold that cannot be seen', () => {
    expect(showing(view, { from: 70_000, to: 72_000 }, extent)).toEqual({
      from: 61_000,
      to: 81_000,
    });
    expect(showing(view, { from: 30_000, to: 90_000 }, extent)).toEqual(view);
  });

  test('moments and places are each other’s inverse', () => {
    expect(momentAt({ view, width: 500 }, xOf({ view, width: 500 }, 33_333))).toBeCloseTo(
      33_333,
      6,
    );
  });

  test('labels stand at round moments of the shown clock', () => {
    const day = { from: 0, to: 86_400_000 };
    const ticks = axisTicks(day, 500, 100, 5.5 * 3_600_000);
    expect(ticks.map(({ at }) => (at / 3_600_000 + 5.5) % 6)).toEqual(ticks.map(() => 0));
    expect(ticks.length).toBeLessThanOrEqual(5);
  });
});

test('keys move the picture, and those of the browser are left alone', () => {
  const none = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
  expect(moveFor({ ...none, key: 'ArrowLeft' })).toEqual({ kind: 'step', by: -1 });
  expect(moveFor({ ...none, key: 'ArrowRight', shiftKey: true })).toEqual({
    kind: 'pan',
    share: 0.2,
  });
  expect(moveFor({ ...none, key: '+', ctrlKey: true })).toBeNull();
  expect(moveFor({ ...none, key: 'Tab' })).toBeNull();
});

test('a chart shows its newest stretch to the end', () => {
  const counts = changesPerMinute([], { from: 0, to: 150_000 }, 10);
  expect(counts.starts).toEqual([0, 60_000, 120_000]);
  expect(spanOfChart(counts)).toEqual([0, 180]);
});

test('changes per minute, longer stretches where there is no room, and their stack', () => {
  const at = (minute: number, event: 'acquired' | 'expired' | 'evicted' | 'gap') => ({
    at: minute * 60_000,
    event,
  });
  const entries = [
    at(0.5, 'acquired'),
    at(0.7, 'acquired'),
    at(2.5, 'expired'),
    at(2.6, 'evicted'),
    at(3, 'gap'),
  ];
  const counts = changesPerMinute(entries, { from: 0, to: 4 * 60_000 }, 10);
  expect(counts).toMatchObject({ stepMs: 60_000, total: 4 });
  expect(counts.perMinute.acquired).toEqual([2, 0, 0, 0, 0]);
  expect(counts.perMinute.expired).toEqual([0, 0, 2, 0, 0]);
  expect(stacked(counts).slice(1, 2)).toEqual([[2, 0, 2, 0, 0]]);
  expect(changesPerMinute(entries, { from: 0, to: 4 * 60_000 }, 2)).toMatchObject({
    stepMs: 120_000,
  });
});
