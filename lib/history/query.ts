/** Which entries of the history are asked for. */

import { parseLeaseKey } from '../keys/lease-key.ts';
import { spellingsOf } from '../keys/spellings.ts';
import type { HistoryEntry, HistoryEvent } from './entry.ts';

export interface HistoryQuery {
  /** Only this lease's entries, and the gaps since its first. */
  leaseId?: string;
  /** Only entries in which this owner gains or loses a lease; the whole owner. */
  owner?: string;
  /** Only leases of this resource; the whole resource id. */
  resource?: string;
  event?: HistoryEvent | readonly HistoryEvent[];
  /** Text that the key, an owner, the actor or the reason contains, in any case of letters. */
  q?: string;
  /** What the text finds besides: changes of which something is known elsewhere. Counts only with `q`. */
  alsoFound?: (entry: HistoryEntry) => boolean;
  /** From this moment on, milliseconds on Redis' clock. */
  since?: number;
  /** Up to this moment, inclusive, milliseconds on Redis' clock. */
  until?: number;
  /** Continue after the page that answered this as `next`. */
  cursor?: string;
  /** Entries in a page, 1 to 1000; 50 when absent. */
  limit?: number;
}

/** Makes the test that an entry must pass. Cursor and limit are not its concern. */
export function matcherOf(query: HistoryQuery): (entry: HistoryEntry) => boolean {
  const tests: ((entry: HistoryEntry) => boolean)[] = [];
  const { owner, resource, since, until } = query;
  if (query.event !== undefined) {
    const events = new Set([query.event].flat());
    tests.push((entry) => events.has(entry.event));
  }
  if (since !== undefined) tests.push((entry) => endOf(entry) >= since);
  if (until !== undefined) tests.push((entry) => entry.at <= until);
  if (owner !== undefined) {
    tests.push(({ event, from, to }) => event !== 'gap' && (from === owner || to === owner));
  }
  if (resource !== undefined) {
    tests.push(({ event, key }) => event !== 'gap' && parseLeaseKey(key).resourceId === resource);
  }
  const text = query.q?.trim().toLowerCase();
  const { alsoFound = () => false } = query;
  if (text) {
    const wanted = spellingsOf(text);
    tests.push((entry) => contains(entry, wanted) || alsoFound(entry));
  }
  return (entry) => tests.every((test) => test(entry));
}

function endOf(entry: HistoryEntry): number {
  return entry.event === 'gap' ? Number(entry.to) : entry.at;
}

function contains(entry: HistoryEntry, wanted: readonly string[]): boolean {
  const { event, key, from, to, actor, reason } = entry;
  const texts = event === 'gap' ? [reason] : [key, from, to, actor, reason];
  return texts.some((value) => {
    const text = value?.toLowerCase();
    return text !== undefined && wanted.some((one) => text.includes(one));
  });
}
