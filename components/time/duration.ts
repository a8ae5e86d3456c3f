import type { MessageKey, Translator } from '../messages/translate.ts';

type Unit = Extract<MessageKey, `unit.${string}`>;
type Translate = Pick<Translator, 't'>;

/** A length of time to the tenth of a second below a minute: `12.1 s`, `3 m 40 s`, `2 h 05 m`. */
export function exactDuration(ms: number, words: Translate): string {
  const clipped = Math.max(0, ms);
  if (clipped < 59_950) return unit(words, 'unit.s', (clipped / 1000).toFixed(1));
  return duration(clipped, words);
}

/** A length of time in at most two units, never rounded up: `41 s`, `3 m 40 s`, `2 h 05 m`, `4 d 03 h`. */
export function duration(ms: number, words: Translate): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  if (seconds < 60) return unit(words, 'unit.s', seconds);
  if (seconds < 3600) {
    return `${unit(words, 'unit.m', Math.floor(seconds / 60))} ${unit(words, 'unit.s', two(seconds % 60))}`;
  }
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (hours < 48) return `${unit(words, 'unit.h', hours)} ${unit(words, 'unit.m', two(minutes))}`;
  return `${unit(words, 'unit.d', Math.floor(hours / 24))} ${unit(words, 'unit.h', two(hours % 24))}`;
}

/** A length of time in one unit, for chips and sentences: `14 m`, `9 s`. */
export function roughDuration(ms: number, words: Translate): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  if (seconds < 60) return unit(words, 'unit.s', seconds);
  if (seconds < 3600) return unit(words, 'unit.m', Math.floor(seconds / 60));
  if (seconds < 48 * 3600) return unit(words, 'unit.h', Math.floor(seconds / 3600));
  return unit(words, 'unit.d', Math.floor(seconds / 86_400));
}

function unit(words: Translate, key: Unit, n: number | string): string {
  return words.t(key, { n });
}

function two(n: number): string {
  return String(n).padStart(2, '0');
}
