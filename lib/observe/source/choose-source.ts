/** Which source of changes the server allows, best first, and why not a better one. */

import type { Redis } from 'ioredis';
import type { RedisClock } from '../redis-clock.ts';
import type { LeasePrefix } from '../table/lease-prefix.ts';
import { within } from '../within.ts';
import type { ChangeSink, ChangeSource, Connect } from './change-source.ts';
import { parseEventFlags } from './event-flags.ts';
import { KeyspaceSource } from './keyspace-source.ts';
import { SamplingSource } from './sampling-source.ts';

export interface SourceNeeds {
  connect: Connect;
  db: number;
  prefixes: readonly LeasePrefix[];
  sink: ChangeSink;
  clock: RedisClock;
}

/** The server's `notify-keyspace-events`; `null` when it does not let us see them. */
export async function readEventFlags(redis: Redis): Promise<string | null> {
  try {
    const reply = (await redis.config('GET', 'notify-keyspace-events')) as string[];
    return reply[1] ?? null;
  } catch {
    return null;
  }
}

/** Starts the best source there is, within `timeoutMs`. Sampling always works. */
export async function startSource(
  flags: string | null,
  timeoutMs: number,
  needs: SourceNeeds,
): Promise<ChangeSource> {
  const source = chooseSource(flags, needs);
  try {
    await within(timeoutMs, source.start());
  } catch (error) {
    source.close();
    throw error;
  }
  return source;
}

function chooseSource(flags: string | null, needs: SourceNeeds): ChangeSource {
  if (flags === null) return new SamplingSource('the server hides its event flags');
  const { keyspace, missing } = parseEventFlags(flags);
  if (keyspace && missing.length === 0) return new KeyspaceSource({ ...needs, reason: null });
  return new SamplingSource(
    flags === '' ? 'events are switched off' : `event flags are “${flags}”, leases need K g $ x e`,
  );
}
