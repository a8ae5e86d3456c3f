/** Compares a history with what was done. */

import type { HistoryEntry } from '../entry.ts';
import type { MadeChange, MakersLog } from './change-maker.ts';

export interface Comparison {
  /** Leases of the library whose story is not told exactly, in words. */
  inexact: string[];
  /** Other leases of which something was told that was not so, not in this order, or twice. */
  wrong: string[];
  /** How many changes of other leases are not told: the recorder came too late to read them. */
  unseen: number;
  /** How many changes were made to other leases. */
  foreign: number;
}

/** Leases with this beginning are changed by the library, all others without it. */
const BY_LIBRARY = 'library';

/** Compares a history, newest entry first, with the maker's log. */
export function compareHistory(log: MakersLog, entries: Iterable<HistoryEntry>): Comparison {
  const told = storiesOf(entries);
  const found: Comparison = { inexact: [], wrong: [], unseen: 0, foreign: 0 };
  for (const [key, made] of log) {
    const story = told.get(key) ?? [];
    if (key.startsWith(BY_LIBRARY)) {
      const at = firstDifference(made, story);
      if (at >= 0) found.inexact.push(inWords(key, at, made, story));
      continue;
    }
    const at = firstUntrue(made, story);
    if (at >= 0) found.wrong.push(inWords(key, at, made, story));
    found.foreign += made.length;
    found.unseen += Math.max(0, made.length - story.length);
  }
  for (const key of told.keys()) if (!log.has(key)) found.wrong.push(`${key}: never made`);
  return found;
}

function storiesOf(entries: Iterable<HistoryEntry>): Map<string, HistoryEntry[]> {
  const told = new Map<string, HistoryEntry[]>();
  for (const entry of [...entries].reverse()) {
    if (entry.event === 'gap') continue;
    const story = told.get(entry.key);
    if (story) story.push(entry);
    else told.set(entry.key, [entry]);
  }
  return told;
}

/** Where a story is not, entry by entry, what was done and written by who did it; -1 when nowhere. */
function firstDifference(made: readonly MadeChange[], story: readonly HistoryEntry[]): number {
  const longer = Math.max(made.length, story.length);
  for (let at = 0; at < longer; at++) {
    const [want, have] = [made[at], story[at]];
    if (!want || !have || text(want) !== text(have) || have.source !== 'recorded') return at;
  }
  return -1;
}

/**
 * Where a story tells what cannot be: a holder that was not next, or a chain that breaks; -1 when
 * nowhere. It may leave out what nobody could see.
 */
function firstUntrue(made: readonly MadeChange[], story: readonly HistoryEntry[]): number {
  let holder: string | null = null;
  let next = 0;
  for (const [at, { from, to }] of story.entries()) {
    const found = made.findIndex((change, index) => index >= next && change.to === to);
    if (found < 0 || from !== holder) return at;
    holder = to;
    next = found + 1;
  }
  return holder === (made.at(-1)?.to ?? null) ? -1 : story.length;
}

function text({ event, from, to }: Pick<MadeChange, 'event' | 'from' | 'to'>): string {
  return `${event} ${from}>${to}`;
}

function inWords(
  key: string,
  at: number,
  made: readonly MadeChange[],
  story: readonly HistoryEntry[],
): string {
  const around = (list: readonly MadeChange[]) =>
    list
      .slice(Math.max(0, at - 2), at + 3)
      .map(text)
      .join(', ');
  return `${key} at ${at}: made ${around(made)} | told ${around(story)}`;
}
