/**
 * Limits for what anybody who can write to Redis may have put there. Decoders keep to them, so that
 * nothing behind the border meets a time that is no time or a name of 20 MB.
 */

import { textOf } from './text.ts';

/** No lease of ours has a longer Redis key, and no URL takes its id: longer ones are not shown. */
export const LONGEST_KEY_BYTES = 4096;

/** The last moment that `Date` knows, milliseconds since 1970. */
const LAST_MOMENT_MS = 8.64e15;

/** A time as `Date` takes it, milliseconds since 1970; `null` for what is none. */
export function timeOrNull(value: number): number | null {
  return value >= 0 && value <= LAST_MOMENT_MS ? value : null;
}

/** When a stream entry was appended: the first half of its id, or the last moment where that is beyond. */
export function appendedAt(streamId: string): number {
  const [ms] = streamId.split('-', 1);
  return Math.min(Number(ms), LAST_MOMENT_MS) || 0;
}

/** Bytes as text, the first `most` of them where there are more, and then with the size. */
export function cutTextOf(bytes: Uint8Array, most: number): string {
  if (bytes.length <= most) return textOf(bytes);
  return `${textOf(bytes.subarray(0, characterEnd(bytes, most)))}… (${bytes.length} bytes)`;
}

/** As {@link cutTextOf} for what is text already; `most` counts UTF-16 units. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}… (${text.length} characters)`;
}

/** Where the last whole character before `most` ends. */
function characterEnd(bytes: Uint8Array, most: number): number {
  let end = most;
  while (end > most - 4 && end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return end;
}
