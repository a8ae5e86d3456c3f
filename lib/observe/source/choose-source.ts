/** Which source of changes the server allows, best first, and why not a better one. */

import type { Redis } from 'ioredis';
import { within } from '../with-timeout.ts';
import type { ChangeSource, SourceOptions } from './change-source.ts';
import { parseEventFlags } from './event-flags.ts';
import { KeyeventSource } from './keyevent-source.ts';
import { KeyspaceSource } from './keyspace-source.ts';
import { SamplingSource } from './sampling-source.ts';
import { TrackingSource } from './tracking-source.ts';

/** The server's `notify-keyspace-events`; `null` when it does not let us see them. */
export async function readEventFlags(redis: Redis): Promise<string | null> {
  try {
    const reply = (await redis.config('GET', 'notify-keyspace-events')) as string[];
    return reply[1] ?? null;
  } catch {
    return null;
  }
}

/** Starts the best source there is, each try within `timeoutMs`. Sampling always works. */
export async function startSource(
  flags: string | null,
  timeoutMs: number,
  options: SourceOptions,
): Promise<ChangeSource> {
  const doubts: string[] = [];
  for (const source of candidates(flags, options)) {
    if (typeof source === 'string') {
      doubts.push(source);
      continue;
    }
    const ready = source(doubts.join('; '));
    try {
      await within(timeoutMs, ready.start());
      return ready;
    } catch (error) {
      ready.close();
      const { message } = error as Error;
      if (!isRefusal(message)) throw error;
      doubts.push(`${ready.mode} refused: ${message}`);
    }
  }
  throw new Error('no source of changes can be had');
}

type Candidate = (doubts: string) => ChangeSource;

/** Sources to try in order; a text says why a better one is left out. */
function candidates(flags: string | null, options: SourceOptions): (Candidate | string)[] {
  const fallback: Candidate[] = [
    (doubts) => new TrackingSource(options, doubts),
    (doubts) => new SamplingSource(doubts),
  ];
  if (flags === null) return ['the server does not show its event flags', ...fallback];
  const { keyspace, keyevent, missing } = parseEventFlags(flags);
  if (missing.length === 0 && keyspace) return [() => new KeyspaceSource(options), ...fallback];
  if (missing.length === 0 && keyevent) return [() => new KeyeventSource(options), ...fallback];
  const why =
    flags === ''
      ? 'keyspace events are off'
      : `keyspace events are “${flags}”, which leaves out what leases need`;
  return [why, ...fallback];
}

/** Whether the server said no, as opposed to not being there. */
function isRefusal(message: string): boolean {
  return /^(NOPERM|ERR|WRONGPASS|NOAUTH)/.test(message);
}
