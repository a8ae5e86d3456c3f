/** The stretch of time that a timeline shows, and how it is moved. Milliseconds. Pure. */

import type { TimeSpan } from './holds.ts';

const SHORTEST_MS = 1000;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const STEPS = [
  ...[100, 200, 500, SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND, 15 * SECOND, 30 * SECOND],
  ...[MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE],
  ...[HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY],
];

export interface AxisTick {
  at: number;
  /** How fine its label must be. */
  unit: 'ms' | 's' | 'm' | 'd';
}

/** The view scaled about a moment that stays where it is; `factor` below 1 looks closer. */
export function zoomed(view: TimeSpan, around: number, factor: number, extent: TimeSpan): TimeSpan {
  const longest = Math.max(extent.to - extent.from, SHORTEST_MS);
  const before = view.to - view.from;
  const length = Math.min(Math.max(before * factor, SHORTEST_MS), longest);
  const share = (around - view.from) / before;
  const from = around - length * share;
  return within({ from, to: from + length }, extent);
}

/** The view moved by a time; it stays within the extent. */
export function panned(view: TimeSpan, byMs: number, extent: TimeSpan): TimeSpan {
  return within({ from: view.from + byMs, to: view.to + byMs }, extent);
}

/** The view moved, where needed, so that this span can be seen. */
export function showing(view: TimeSpan, span: TimeSpan, extent: TimeSpan): TimeSpan {
  const length = view.to - view.from;
  if (span.to < view.from || span.from > view.to) {
    const middle = (span.from + Math.min(span.to, span.from + length)) / 2;
    return within({ from: middle - length / 2, to: middle + length / 2 }, extent);
  }
  return view;
}

function within(view: TimeSpan, extent: TimeSpan): TimeSpan {
  const length = view.to - view.from;
  if (length >= extent.to - extent.from) return { ...extent };
  const from = Math.min(Math.max(view.from, extent.from), extent.to - length);
  return { from, to: from + length };
}

/** Room right of the present moment, as a share of the view. */
const FUTURE = 0.04;

/** The view moved back, where needed, so that little of it lies in the future. */
export function notAhead(view: TimeSpan, now: number): TimeSpan {
  const length = view.to - view.from;
  const to = Math.min(view.to, now + length * FUTURE);
  return { from: to - length, to };
}

/**
 * Round moments to label, at most one every `spacing` pixels.
 * @param zoneOffsetMs what to add to UTC for the clock that is shown, so that days begin at its midnight.
 */
export function axisTicks(
  view: TimeSpan,
  width: number,
  spacing: number,
  zoneOffsetMs: number,
): AxisTick[] {
  const length = view.to - view.from;
  const most = Math.max(1, Math.floor(width / spacing));
  const step = STEPS.find((candidate) => length / candidate <= most) ?? 7 * DAY;
  const unit = step < SECOND ? 'ms' : step < MINUTE ? 's' : step < DAY ? 'm' : 'd';
  const ticks: AxisTick[] = [];
  const first = Math.ceil((view.from + zoneOffsetMs) / step) * step - zoneOffsetMs;
  for (let at = first; at <= view.to; at += step) ticks.push({ at, unit });
  return ticks;
}
