/** How many changes of owner there were in each stretch of time, by kind. Pure; runs in Node and in the browser. */

import type { HistoryEntry } from './entry.ts';

export const CHANGE_KINDS = ['acquired', 'transferred', 'released', 'expired'] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

export interface ChangeCounts {
  /** Length of a stretch, milliseconds. */
  stepMs: number;
  /** Beginnings of the stretches, milliseconds, ascending and without holes. */
  starts: number[];
  /** Changes in each stretch, per minute. An eviction counts as an expiry: the lease ended by itself. */
  perMinute: Record<ChangeKind, number[]>;
  total: number;
}

const MINUTE_MS = 60_000;
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 360, 720, 1440].map((minutes) => minutes * MINUTE_MS);

/** Counts entries within `span`; stretches are a minute, or as much longer as keeps them at most `most`. */
export function changesPerMinute(
  entries: Iterable<Pick<HistoryEntry, 'at' | 'event'>>,
  span: { from: number; to: number },
  most: number,
): ChangeCounts {
  const length = Math.max(span.to - span.from, MINUTE_MS);
  const stepMs = STEPS.find((step) => length / step <= most) ?? Math.ceil(length / most);
  const first = Math.floor(span.from / stepMs) * stepMs;
  const count = Math.floor((span.to - first) / stepMs) + 1;
  const starts = Array.from({ length: count }, (_, at) => first + at * stepMs);
  const none = () => new Array<number>(count).fill(0);
  const perMinute = { acquired: none(), transferred: none(), released: none(), expired: none() };
  const each = MINUTE_MS / stepMs;
  let total = 0;
  for (const { at, event } of entries) {
    if (event === 'gap' || at < span.from || at > span.to) continue;
    const counts = perMinute[event === 'evicted' ? 'expired' : event];
    const index = Math.floor((at - first) / stepMs);
    counts[index] = (counts[index] ?? 0) + each;
    total += 1;
  }
  return { stepMs, starts, perMinute, total };
}
