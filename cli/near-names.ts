/** For a key that nothing is found under: which lease may have been meant. */

import type { CommandLine } from './command-line.ts';
import { keyTextFrom, leaseIdFrom, type NamedLease, nameToType } from './lease-name.ts';
import { plain } from './plain.ts';
import type { LeaseSource } from './source/lease-source.ts';

const MOST_NAMED = 3;

/**
 * Names the leases whose thread is what the command line took for a whole key: those held now, else
 * those that were. `null` when there are none, or it cannot be asked.
 */
export async function didYouMean(line: CommandLine, source: LeaseSource): Promise<string | null> {
  const [word = ''] = line.words;
  const key = keyTextFrom(word, line.prefixes);
  // A whole key has its resource in front; whoever gives that knows what it is.
  if (!key || key.includes('\0')) return null;
  const own = leaseIdFrom(word, line.prefixes);
  const meant = (await namedLike(key, source).catch(() => [])).filter(({ id }) => id !== own);
  const [first, ...others] = meant.map((lease) => nameToType(lease));
  if (first === undefined) return null;
  const named = [first, ...others.slice(0, MOST_NAMED - 1)].join(' or ');
  const rest = others.length - MOST_NAMED + 1;
  const more = rest > 0 ? `, or one of ${rest} more` : '';
  return `No lease has the key ${plain(key)}. Did you mean ${named}${more}?`;
}

async function namedLike(thread: string, source: LeaseSource): Promise<NamedLease[]> {
  const isMeant = ({ key }: NamedLease) => key.slice(key.indexOf('\0') + 1) === thread;
  // Quotes keep what the search would take for its own, and have none inside.
  const [part] = thread.split('"');
  const held = (await source.find(`thread:"${part}"`)).filter(isMeant);
  if (held.length > 0) return held;
  const past = new Map<string, NamedLease>();
  const { entries } = await source.history({ q: thread, limit: 1000 });
  for (const { leaseId, prefix, key } of entries) {
    if (leaseId !== null) past.set(leaseId, { id: leaseId, prefix, key });
  }
  return [...past.values()].filter(isMeant);
}
