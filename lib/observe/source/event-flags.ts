/** Redis' `notify-keyspace-events`: what is on, what is wanted, and how to add without taking away. */

/** Generic commands, strings, expiry: without these a change of a lease goes unseen. */
const NEEDED = ['g', '$', 'x'];
/** Evictions are told apart from releases with this one. */
const WANTED = ['e'];
/** What `A` stands for. Redis shows `A` instead of these, and hides others with it. */
const ALL = 'g$lshztxed';

export interface EventFlags {
  /** Events per key can be had. */
  keyspace: boolean;
  /** Events per event name can be had. */
  keyevent: boolean;
  /** Flags that are missing of those that leases need. */
  missing: string[];
}

/** Reads the flags as `CONFIG GET notify-keyspace-events` answers them. */
export function parseEventFlags(flags: string): EventFlags {
  const on = expand(flags);
  return {
    keyspace: on.has('K'),
    keyevent: on.has('E'),
    missing: NEEDED.filter((flag) => !on.has(flag)),
  };
}

/** Whether evictions are told. */
export function tellsEvictions(flags: string): boolean {
  return WANTED.every((flag) => expand(flags).has(flag));
}

/**
 * The flags to set so that leases are told and everything that was told before still is; `null`
 * when nothing needs to be set. Redis shows `A` without what it hides, so `A` is written out.
 */
export function mergedEventFlags(flags: string): string | null {
  const { keyspace, keyevent, missing } = parseEventFlags(flags);
  if ((keyspace || keyevent) && missing.length === 0) return null;
  const merged = expand(flags);
  if (!keyspace && !keyevent) merged.add('K');
  for (const flag of [...NEEDED, ...WANTED]) merged.add(flag);
  return [...merged].join('');
}

function expand(flags: string): Set<string> {
  return new Set(flags.replaceAll('A', ALL));
}
