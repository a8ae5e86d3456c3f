/** Which questions one look at Redis cannot answer: the command says so instead of finding nothing. */

import { parseQuery, type Term } from '../../lib/board/query/parse-query.ts';
import { RUN_STATES } from '../../lib/runs/run-view.ts';
import { type CommandError, EXIT, usageError } from '../exit-codes.ts';
import type { Doubt } from './lease-source.ts';

/** Told by how a lease is renewed and changes hands over some time. */
const BY_WATCHING = ['healthy', 'late', 'at-risk', 'flapping', 'leaked', 'unknown'];
const ORDERS_BY_WATCHING = ['changes', 'last-change'];

/** @throws CommandError (usage) when a search or an order is about what only watching tells. */
export function refuseWhatTakesWatching(q: string, sort: string): void {
  for (const term of parseQuery(q)) {
    const state = statesOf(term).find((value) => BY_WATCHING.includes(value));
    if (state !== undefined) throw takesWatching(`health:${state}`, 'look at TTL and RUN instead');
  }
  if (ORDERS_BY_WATCHING.includes(sort.replace('-', ''))) {
    throw takesWatching(`--sort ${sort}`, 'see leaseboard history');
  }
}

function takesWatching(what: string, instead: string): CommandError {
  return usageError(
    `${what} is not known straight on Redis: it takes watching, as a dashboard does; ${instead}.`,
  );
}

/** Whether a search is answered by what runs do, or by the processes behind them. */
export function asksForRuns(q: string): boolean {
  return parseQuery(q).some(
    (term) =>
      term.field === 'process' ||
      statesOf(term).some((value) => RUN_STATES.some((state) => state === value)),
  );
}

/** What is missing from the answer to a search when of so many leases nobody knows since when they are held. */
export function heldDoubt(q: string, unknown: number): Doubt | undefined {
  const asked = parseQuery(q).some(
    (term) => term.field === 'held' || statesOf(term).includes('long-held'),
  );
  if (!asked || unknown === 0) return undefined;
  const leases = unknown === 1 ? '1 lease is' : `${unknown} leases are`;
  const says = `Since when ${leases} held is not known straight on Redis: no dashboard wrote it down.`;
  return { says, exitCode: EXIT.usage };
}

function statesOf(term: Term): string[] {
  return term.field === 'health' ? term.value.toLowerCase().split(',') : [];
}
