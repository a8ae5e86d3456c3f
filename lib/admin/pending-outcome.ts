/**
 * After an act whose answer never came: what became of it. The act itself is over, for Redis
 * refuses it after its deadline; only the truth is still to be found.
 */

import { setTimeout as pause } from 'node:timers/promises';
import type { HistoryEvent } from '../history/entry.ts';
import { storeKeys } from '../lease/index.ts';
import type { AttemptOptions } from './attempt.ts';
import type { LeaseAction } from './audit-entry.ts';
import { type CurrentLease, matchOwner, readCurrentLease, shownOwner } from './current-lease.ts';
import { within } from './deadline.ts';
import type { Attempt, Intent } from './intent.ts';

type Became = Pick<Attempt, 'outcome' | 'owner' | 'detail'>;

const LOOK_EVERY_MS = 250;
const LOOK_FOR_MS = 120_000;
/** History entries looked through for our own. */
const ENTRIES = 1000;
/** How far Redis' clock and ours may be apart for an entry still to count as this act's. */
const CLOCK_SLACK_MS = 60_000;

/** Looks until Redis answers, for two minutes at most. Never rejects. */
export async function pendingOutcome(
  intent: Intent,
  options: AttemptOptions,
  startedAt: number,
  signal: AbortSignal,
): Promise<Became> {
  while (!signal.aborted && Date.now() < startedAt + LOOK_FOR_MS) {
    await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
    try {
      const now = await readCurrentLease(options.redis, intent.target.redisKey, options.timeoutMs);
      if (
        options.history &&
        intent.act !== 'stop' &&
        (await isRecorded(intent, options, startedAt))
      ) {
        const owner = now.state === 'held' ? shownOwner(now.owner) : null;
        return { outcome: 'done', owner, detail: 'The answer was lost; it was done.' };
      }
      return guess(now, intent);
    } catch {
      // Still away.
    }
  }
  const detail = 'Redis did not answer in time, nor for two minutes after: it may have been done.';
  return { outcome: 'unknown', owner: null, detail };
}

function guess(now: CurrentLease, { act, input }: Intent): Became {
  if (now.state !== 'held') {
    const detail = 'The answer was lost. The lease is free now.';
    return { outcome: 'unknown', owner: null, detail };
  }
  const owner = shownOwner(now.owner);
  const same = matchOwner(now.owner, input) !== 'other';
  const nothing =
    act === 'stop'
      ? 'The answer was lost. The run still holds its lease.'
      : 'The answer was lost. Nothing was changed, and it will not be done any more.';
  const detail = same ? nothing : 'The answer was lost. Somebody else holds the lease now.';
  return { outcome: 'unknown', owner, detail };
}

/** Whether the history holds the change as this actor's, for this reason, since the act began. */
async function isRecorded(
  { act, target, input, who }: Intent,
  { redis, timeoutMs }: AttemptOptions,
  startedAt: number,
): Promise<boolean> {
  const wanted = new Map<string, Buffer>([
    ['key', target.redisKey],
    ['event', Buffer.from(eventOf(act))],
    ['actor', Buffer.from(who.actor)],
    ['reason', Buffer.from(input.reason)],
  ]);
  const oldest = String(startedAt - CLOCK_SLACK_MS);
  const read = redis.xrevrangeBuffer(
    storeKeys(target.prefix).history,
    '+',
    oldest,
    'COUNT',
    ENTRIES,
  );
  const items = await within(timeoutMs, 'reading the history', read);
  return items.some(([, fields]) => {
    let matching = 0;
    for (let at = 0; at + 1 < fields.length; at += 2) {
      const value = wanted.get(String(fields[at]));
      if (value && fields[at + 1]?.equals(value)) matching += 1;
    }
    return matching === wanted.size;
  });
}

function eventOf(act: LeaseAction): HistoryEvent {
  return act === 'release' || act === 'end-hold' ? 'released' : 'transferred';
}
