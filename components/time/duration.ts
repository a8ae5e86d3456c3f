import type { Translator } from '../messages/translate.ts';

type Translate = Pick<Translator, 't'>;

/** A duration to the tenth of a second below a minute: `12.1 s`, `3m 40s`, `2h 05m`. */
export function exactDuration(ms: number, words: Translate): string {
  const clipped = Math.max(0, ms);
  if (clipped < 59_950) return words.t('unit.s', { n: (clipped / 1000).toFixed(1) });
  return duration(clipped, words);
}

/** A duration in at most two units, never rounded up: `41 s`, `3m 40s`, `2h 05m`, `4d 03h`. */
export function duration(ms: number, words: Translate): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  if (seconds < 60) return words.t('unit.s', { n: seconds });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return words.t('unit.m-s', { m: minutes, s: two(seconds % 60) });
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return words.t('unit.h-m', { h: hours, m: two(minutes % 60) });
  return words.t('unit.d-h', { d: Math.floor(hours / 24), h: two(hours % 24) });
}

/** A duration in one unit, for chips and sentences: `14m`, `9 s`. */
export function roughDuration(ms: number, words: Translate): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  if (seconds < 60) return words.t('unit.s', { n: seconds });
  if (seconds < 3600) return words.t('unit.m', { n: Math.floor(seconds / 60) });
  if (seconds < 48 * 3600) return words.t('unit.h', { n: Math.floor(seconds / 3600) });
  return words.t('unit.d', { n: Math.floor(seconds / 86_400) });
}

function two(n: number): string {
  return String(n).padStart(2, '0');
}
