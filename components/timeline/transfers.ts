/** How a lease went from run to run. Pure. */

import type { Hold } from './holds.ts';

export interface Handoffs {
  /** In order of time. */
  holds: readonly Hold[];
  /** Milliseconds for which nobody held it before each hold; 0 where it was handed on, `null` where not known. */
  freeBefore: (number | null)[];
  /** Over the holds whose beginning and end are known; `null` when there is none. */
  medianMs: number | null;
  longest: Hold | null;
}

/** The chain of holds of one lease, which are in order of time. */
export function handoffsOf(holds: readonly Hold[]): Handoffs {
  const whole = holds.filter((hold) => holdLength(hold) !== null);
  const lengths = whole.map((hold) => holdLength(hold) ?? 0).sort((a, b) => a - b);
  const middle = lengths.length >> 1;
  const upper = lengths[middle];
  const lower = lengths[lengths.length % 2 === 0 ? middle - 1 : middle];
  return {
    holds,
    freeBefore: holds.map((hold, at) => freeBefore(holds[at - 1], hold)),
    medianMs: upper === undefined || lower === undefined ? null : (upper + lower) / 2,
    longest: whole.find((hold) => holdLength(hold) === lengths.at(-1)) ?? null,
  };
}

/** How long a hold that is over lasted; `null` where it goes on or an end of it is not known. */
export function holdLength({ from, to, begin, end }: Hold): number | null {
  if (from === null || to === null || begin === 'unknown' || end === 'unknown') return null;
  // Two tellings of one moment can stand the wrong way round.
  return Math.max(0, to - from);
}

function freeBefore(before: Hold | undefined, hold: Hold): number | null {
  if (hold.begin === 'transferred') return 0;
  if (!before || before.to === null || hold.from === null || before.end === 'unknown') return null;
  return Math.max(0, hold.from - before.to);
}
