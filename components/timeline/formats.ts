/** How moments and lengths of time are written. Pages may pass their own. */

import type { AxisTick } from './time-view.ts';

export interface TimeFormats {
  /** The moment, in full. */
  moment(at: number): string;
  /** The moment on the axis, as fine as its unit. */
  tick(tick: AxisTick): string;
  /** A length of time, milliseconds. */
  duration(ms: number): string;
  /** What to add to UTC for the clock shown, milliseconds. */
  zoneOffsetMs: number;
}

/** Local time on a 24-hour clock, lengths as `16 m 02 s`. */
export function localFormats(): TimeFormats {
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const moment = new Intl.DateTimeFormat(undefined, {
    ...{ month: 'short', day: 'numeric', ...time, second: '2-digit' },
    fractionalSecondDigits: 1,
  });
  const byUnit = {
    ms: new Intl.DateTimeFormat(undefined, {
      ...time,
      second: '2-digit',
      fractionalSecondDigits: 1,
    }),
    s: new Intl.DateTimeFormat(undefined, { ...time, second: '2-digit' }),
    m: new Intl.DateTimeFormat(undefined, time),
    d: new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' }),
  };
  return {
    moment: (at) => moment.format(at),
    tick: ({ at, unit }) => byUnit[unit].format(at),
    duration: durationText,
    zoneOffsetMs: -new Date().getTimezoneOffset() * 60_000,
  };
}

/** `840 ms`, `12.1 s`, `16 m 02 s`, `3 h 05 m`, `2 d 04 h`. */
function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m ${two(seconds % 60)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 1440) return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} m`;
  const hours = Math.round(minutes / 60);
  return `${Math.floor(hours / 24)} d ${two(hours % 24)} h`;
}
