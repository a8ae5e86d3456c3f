/** From the history's entries to who held a lease from when to when. Pure. */

import type { LeaseRow } from '@/lib/board/wire.ts';
import type { HistoryEntry, HistoryEvent, HistorySource } from '@/lib/history/entry.ts';

/** One owner's unbroken hold of a lease. Times are milliseconds on Redis' clock. */
export interface Hold {
  id: string;
  owner: string;
  /** Its beginning; `null` when it lies before everything known. */
  from: number | null;
  /** Its end; `null` while it goes on. */
  to: number | null;
  /** How it began; `unknown` when that was not seen. */
  begin: 'acquired' | 'transferred' | 'unknown';
  /** How it ended; `held` while it goes on, `unknown` when that was not seen. */
  end: Exclude<HistoryEvent, 'acquired' | 'gap'> | 'held' | 'unknown';
  beginSource: HistorySource | null;
  endSource: HistorySource | null;
  renewals: number | null;
  /** How often it is renewed, where known. */
  renewEveryMs: number | null;
  /** When it was last renewed, where known. */
  renewedAt: number | null;
  fence: string | null;
  /** Who ended it and why, where that was an act. */
  actor: string | null;
  reason: string | null;
}

export interface TimeSpan {
  from: number;
  to: number;
}

export interface GapSpan extends TimeSpan {
  id: string;
  reason: string | null;
}

export interface Ownership {
  /** In order of their beginning. */
  holds: Hold[];
  gaps: GapSpan[];
  /** Times in which two different owners held it at once; an end of `Infinity` is still to come. */
  conflicts: TimeSpan[];
}

/** Two tellings of one moment can be this far apart without meaning two owners at once. */
const SAME_MOMENT_MS = 20;

/**
 * Puts entries of one lease, in any order, together to holds. `row` is the lease as it is held
 * now, `null` when it is free.
 */
export function ownershipOf(entries: readonly HistoryEntry[], row: LeaseRow | null): Ownership {
  const holds: Hold[] = [];
  const gaps: GapSpan[] = [];
  const oldestFirst = entries.toReversed().toSorted((a, b) => a.at - b.at);
  for (const entry of oldestFirst) {
    if (entry.event === 'gap') gaps.push(gapOf(entry));
    else {
      if (entry.event !== 'acquired') end(holds, entry);
      if (entry.to !== null) holds.push(begun(entry, entry.to));
    }
  }
  settleNow(holds, row);
  closeForgotten(holds);
  return { holds, gaps, conflicts: conflictsOf(holds) };
}

function gapOf({ id, from, to, reason }: HistoryEntry): GapSpan {
  return { id, from: Number(from), to: Number(to), reason };
}

function begun(entry: HistoryEntry, owner: string): Hold {
  return {
    ...blankHold(entry.id, owner),
    from: entry.at,
    begin: entry.event === 'transferred' ? 'transferred' : 'acquired',
    beginSource: entry.source,
    fence: entry.fence,
  };
}

function blankHold(id: string, owner: string): Hold {
  return {
    ...{ id, owner, from: null, to: null, begin: 'unknown', end: 'held' },
    ...{ beginSource: null, endSource: null, renewals: null, renewEveryMs: null },
    ...{ renewedAt: null, fence: null, actor: null, reason: null },
  };
}

/** Ends the newest hold of the owner that lost it; one whose beginning was not seen is made up to its length. */
function end(holds: Hold[], entry: HistoryEntry): void {
  const owner = entry.from ?? '';
  let hold = holds.findLast((candidate) => candidate.to === null && candidate.owner === owner);
  if (!hold) {
    hold = blankHold(`${entry.id}-from`, owner);
    const before = holds.at(-1)?.to ?? null;
    hold.from = entry.heldForMs === null ? before : entry.at - entry.heldForMs;
    holds.push(hold);
  }
  hold.to = entry.at;
  hold.end = entry.event === 'acquired' || entry.event === 'gap' ? 'unknown' : entry.event;
  hold.endSource = entry.source;
  hold.renewals = entry.renewals;
  hold.actor = entry.actor;
  hold.reason = entry.reason;
}

/** Makes the newest hold agree with what is held now. */
function settleNow(holds: Hold[], row: LeaseRow | null): void {
  if (!row || row.owner === null) return;
  let hold = holds.findLast(({ to, owner }) => to === null && owner === row.owner);
  if (!hold) {
    hold = blankHold('now', row.owner);
    hold.from = row.heldSince;
    if (row.heldSinceExact) hold.begin = 'acquired';
    holds.push(hold);
  }
  hold.renewals = row.renewals;
  hold.renewEveryMs = row.renewEveryMs;
  hold.fence = row.fence ?? hold.fence;
  if (row.expiresAt !== null && row.ttlMs !== null) hold.renewedAt = row.expiresAt - row.ttlMs;
}

/** A hold that nobody ended, and that is not the present one, lasted at most until the next began. */
function closeForgotten(holds: Hold[]): void {
  holds.sort((a, b) => startOf(a) - startOf(b));
  const last = holds.findLast(({ to }) => to === null);
  holds.forEach((hold, at) => {
    if (hold.to !== null || hold === last) return;
    hold.to = holds[at + 1]?.from ?? hold.from;
    hold.end = 'unknown';
  });
}

function startOf(hold: Hold): number {
  return hold.from ?? Number.NEGATIVE_INFINITY;
}

function endOf(hold: Hold): number {
  return hold.to ?? Number.POSITIVE_INFINITY;
}

function conflictsOf(holds: readonly Hold[]): TimeSpan[] {
  const conflicts: TimeSpan[] = [];
  let longest: Hold | null = null;
  for (const hold of holds) {
    if (longest && longest.owner !== hold.owner) {
      const from = startOf(hold);
      const to = Math.min(endOf(longest), endOf(hold));
      if (to - from > SAME_MOMENT_MS) conflicts.push({ from, to });
    }
    if (!longest || endOf(hold) > endOf(longest)) longest = hold;
  }
  return conflicts;
}
