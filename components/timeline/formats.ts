/** How moments, lengths of time and numbers are written in the reader's language. */

import type { Translator } from '../messages/translate.ts';
import { duration, exactDuration } from '../time/duration.ts';
import type { AxisTick } from './time-view.ts';

export interface TimeFormats {
  /** The moment, in full. */
  moment(at: number): string;
  /** The moment on the axis, as fine as its unit. */
  tick(tick: AxisTick): string;
  /** A length of time, milliseconds. */
  duration(ms: number): string;
  /** A whole number, grouped. */
  number(n: number): string;
  /** What to add to UTC for the clock shown, milliseconds. */
  zoneOffsetMs: number;
}

/** A 24-hour clock, in the reader's own time zone or in UTC, and lengths in the words of the language. */
export function timeFormats(words: Translator, zone: 'local' | 'utc' = 'local'): TimeFormats {
  const timeZone = zone === 'utc' ? 'UTC' : undefined;
  const time = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(words.locale, options);
  const tenths = { ...time, second: '2-digit', fractionalSecondDigits: 1 } as const;
  const moment = format({ month: 'short', day: 'numeric', ...tenths });
  const byUnit = {
    ms: format(tenths),
    s: format({ ...time, second: '2-digit' }),
    m: format(time),
    d: format({ timeZone, month: 'short', day: 'numeric' }),
  };
  return {
    moment: (at) => moment.format(at),
    tick: ({ at, unit }) => byUnit[unit].format(at),
    duration: (ms) => durationText(ms, words),
    number: words.number,
    zoneOffsetMs: zone === 'utc' ? 0 : -new Date().getTimezoneOffset() * 60_000,
  };
}

/** `840 ms`, `12.1 s`, `16 m 02 s`, `3 h 05 m`, `2 d 04 h`. */
function durationText(ms: number, words: Translator): string {
  if (ms < 1000) return words.t('time.ms', { n: Math.round(Math.max(0, ms)) });
  return ms < 59_950 ? exactDuration(ms, words) : duration(ms, words);
}
