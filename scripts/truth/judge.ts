/** Compares the history with what really happened. */

import type { HistoryEntry } from '../../lib/history/entry.ts';
import type { Stall } from './stalls.ts';
import type { State, TruthLog } from './truth-log.ts';

/** A state shorter than this may be missing: changes closer together can be seen as one. */
const SEEN_MS = 60;
/** How far the time of an entry may be off. */
const NEAR_MS = 300;

export interface Verdict {
  /** Changes that really happened. */
  changes: number;
  entries: number;
  /** Entries of an owner that did not hold the lease then. */
  falseEntries: string[];
  /** Entries that do not begin with the owner that the entry before ended with. */
  brokenChains: string[];
  /** Changes that the history does not have, outside of its gaps. */
  missing: string[];
  /** Entries that are earlier than the one before of the same lease. */
  outOfOrder: string[];
  /** Leases whose last entry is not what they are. */
  wrongEnds: string[];
  /** Changes that are missing since the process of the watch itself did not run for as long. */
  asleep: number;
  gaps: number;
  gapMs: number;
}

interface Span {
  from: number;
  to: number;
}

export interface Run {
  log: TruthLog;
  /** When the process of the watch did not run. */
  stalls: readonly Stall[];
  /** Oldest first. */
  entries: readonly HistoryEntry[];
  /** Moments between which the history was to be complete, milliseconds on Redis' clock. */
  from: number;
  to: number;
  /** What was read of every key at the end. */
  found: ReadonlyMap<string, string>;
  textOf(key: string): string;
}

export function judge({ log, stalls, entries, from, to, found, textOf }: Run): Verdict {
  const gaps: Span[] = entries
    .filter(({ event }) => event === 'gap')
    .map((gap) => ({ from: Number(gap.from), to: Number(gap.to) }));
  const stories = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    if (entry.event === 'gap') continue;
    stories.set(entry.key, [...(stories.get(entry.key) ?? []), entry]);
  }
  const verdict: Verdict = {
    ...{ changes: 0, entries: 0, falseEntries: [], brokenChains: [], missing: [] },
    ...{ outOfOrder: [], wrongEnds: [], asleep: 0 },
    gaps: gaps.length,
    gapMs: gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0),
  };
  for (const key of log.keys()) {
    const end = found.get(key) ?? null;
    const states = log.states(key, to, end);
    const story = stories.get(textOf(key)) ?? [];
    verdict.changes += states.length - 1;
    verdict.entries += story.length;
    judgeChain(textOf(key), story, end, verdict);
    for (const entry of story) {
      if (isFalse(entry, states, gaps, log)) verdict.falseEntries.push(inWords(entry, states));
    }
    for (const state of states.slice(1)) {
      const isRequired = state.from > from && Math.min(state.to, to - 1000) - state.from > SEEN_MS;
      if (!isRequired || touches(gaps, state) || isTold(state, story)) continue;
      if (wasAsleep(stalls, state)) verdict.asleep++;
      else
        verdict.missing.push(
          `${textOf(key)} ${state.owner} ${state.from} to ${state.to} (told ${near(story, state)})`,
        );
    }
  }
  return verdict;
}

function judgeChain(
  key: string,
  story: readonly HistoryEntry[],
  end: string | null,
  verdict: Verdict,
): void {
  let before: HistoryEntry | null = null;
  for (const entry of story) {
    if (before && before.to !== entry.from)
      verdict.brokenChains.push(`${inWords(before)} | ${inWords(entry)}`);
    if (before && entry.at < before.at)
      verdict.outOfOrder.push(`${inWords(before)} | ${inWords(entry)}`);
    before = entry;
  }
  if ((before?.to ?? null) !== end) verdict.wrongEnds.push(`${key}: ${before?.to} is ${end}`);
}

function isFalse(
  entry: HistoryEntry,
  states: readonly State[],
  gaps: readonly Span[],
  log: TruthLog,
): boolean {
  if (entry.to !== null && log.unanswered.has(entry.to)) return false;
  // A difference found after a gap can be of any time in it.
  const earliest =
    entry.source === 'reconciled'
      ? Math.min(
          entry.at,
          ...gaps.filter((gap) => gap.to >= entry.at - 3000).map((gap) => gap.from),
        )
      : entry.at;
  return !states.some(
    ({ owner, from, to, isUncertain }, at) =>
      owner === entry.to &&
      (isUncertain ? (states[at - 1]?.from ?? 0) : from) <= entry.at + NEAR_MS &&
      to >= earliest - NEAR_MS,
  );
}

function isTold({ owner, from, to }: State, story: readonly HistoryEntry[]): boolean {
  const isWritten = story.some(
    (entry) => entry.to === owner && entry.at >= from - NEAR_MS && entry.at <= to + NEAR_MS,
  );
  // Where what came before was too short to be seen, the history says the right owner all along.
  const before = story.findLast((entry) => entry.at < from);
  return isWritten || (before?.to ?? null) === owner;
}

/** Whether so little of a state is left beside a stall that it counts as one too short to be seen. */
function wasAsleep(stalls: readonly Stall[], { from, to }: State): boolean {
  return stalls.some(
    (stall) => Math.min(stall.to, to) - Math.max(stall.from, from) > to - from - SEEN_MS,
  );
}

function near(story: readonly HistoryEntry[], { from }: State): string {
  const told = story.filter(({ at }) => Math.abs(at - from) < 2000);
  return told.map(({ to, at }) => `${to}@${at}`).join(', ');
}

function touches(gaps: readonly Span[], { from, to, isUncertain }: State): boolean {
  return gaps.some((gap) =>
    isUncertain
      ? from >= gap.from - NEAR_MS
      : from >= gap.from - SEEN_MS && from <= gap.to + SEEN_MS && to >= gap.from,
  );
}

function inWords(
  { key, event, from, to, at, source }: HistoryEntry,
  states?: readonly State[],
): string {
  const really = states
    ?.filter((state) => Math.abs(state.from - at) < 2000)
    .map((state) => `${state.owner}@${state.from}`)
    .join(', ');
  return `${key} ${event} ${from}>${to} ${source} at ${at}${really === undefined ? '' : ` (really ${really})`}`;
}
