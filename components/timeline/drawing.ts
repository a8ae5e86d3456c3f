/** What of a timeline is drawn at a view: bars, ticks and marks in pixels. Pure. */

import type { Hold, TimeSpan } from './holds.ts';

/** From moments to pixels of the plot, whose left edge is 0. */
export interface Scale {
  view: TimeSpan;
  width: number;
}

/** One bar, or, where holds are too short to be told apart, one block of several. */
export interface Bar {
  x: number;
  width: number;
  /** The hold it stands for; the first one of a block. */
  hold: Hold;
  /** How many holds it stands for. */
  count: number;
  /** Pixels of the renewals, where there is room to see them. */
  renewals: number[];
  /** Room to the right of it until the next bar, pixels. */
  room: number;
}

const SMALLEST_BAR = 2;
const SMALLEST_RENEWAL_STEP = 5;

/** The place of a moment, in pixels. */
export function xOf({ view, width }: Scale, at: number): number {
  return ((at - view.from) / (view.to - view.from)) * width;
}

/** The moment at a place. */
export function momentAt({ view, width }: Scale, x: number): number {
  return view.from + (x / width) * (view.to - view.from);
}

/** The part of a span that can be seen, in pixels; `null` when none. */
export function seenSpan(
  scale: Scale,
  from: number,
  to: number,
): { x: number; width: number } | null {
  if (to < scale.view.from || from > scale.view.to) return null;
  const left = Math.max(0, xOf(scale, from));
  const right = Math.min(scale.width, xOf(scale, to));
  return { x: left, width: Math.max(right - left, 1) };
}

/** The bars of one line of holds, which are in order and do not overlap. */
export function barsOf(line: readonly Hold[], scale: Scale, now: number): Bar[] {
  const bars: Bar[] = [];
  for (const hold of line) {
    const span = seenSpan(scale, hold.from ?? scale.view.from, hold.to ?? now);
    if (!span) continue;
    const previous = bars.at(-1);
    const isTiny = span.width < SMALLEST_BAR;
    if (previous && isTiny && span.x - (previous.x + previous.width) < 1 && isBlockable(previous)) {
      previous.width = Math.max(previous.width, span.x + span.width - previous.x);
      previous.count += 1;
      continue;
    }
    if (previous) previous.room = span.x - (previous.x + previous.width);
    const renewals = renewalPixels(hold, scale, now);
    bars.push({ ...span, hold, count: 1, renewals, room: scale.width - span.x - span.width });
  }
  return bars;
}

function isBlockable(bar: Bar): boolean {
  return bar.count > 1 || bar.width < 2 * SMALLEST_BAR;
}

/**
 * Where renewals are shown. Of the present hold the last one and the interval are known; of one
 * that is over only how many there were, so they are spread evenly.
 */
function renewalPixels(hold: Hold, scale: Scale, now: number): number[] {
  const { from, renewals, renewEveryMs, renewedAt } = hold;
  if (from === null || !renewals) return [];
  const to = hold.to ?? now;
  const isKnown = renewEveryMs !== null && renewedAt !== null;
  const every = isKnown ? renewEveryMs : (to - from) / (renewals + 1);
  if (every <= 0 || xOf(scale, scale.view.from + every) < SMALLEST_RENEWAL_STEP) return [];
  const last = isKnown ? Math.min(renewedAt, now) : to - every;
  const pixels: number[] = [];
  const skipped = Math.max(0, Math.ceil((last - scale.view.to) / every));
  for (let n = skipped; n < renewals; n++) {
    const at = last - n * every;
    if (at < Math.max(scale.view.from, from + 1)) break;
    pixels.push(xOf(scale, at));
  }
  return pixels.reverse();
}
