/** Which leases a view shows. */

import type { LeaseRecord } from '../../observe/table/lease-record.ts';
import type { Annotation, Annotations } from '../annotations.ts';
import type { LeaseView } from '../wire.ts';
import { containsText } from './contains-text.ts';
import { parseQuery, type Term } from './parse-query.ts';

/** `process:unknown` finds what no process is known of. */
const UNKNOWN = 'unknown';

export type LeaseMatcher = (lease: LeaseRecord, now: number) => boolean;

/** Prepares a view's filter; `null` when it lets everything through. */
export function leaseMatcher(view: LeaseView, annotations: Annotations): LeaseMatcher | null {
  const tests: LeaseMatcher[] = parseQuery(view.q).map((term) => termMatcher(term, annotations));
  const { health, kind } = view;
  if (kind) tests.unshift((lease) => lease.kind === kind);
  if (health) tests.unshift((lease) => lease.health === health);
  if (tests.length === 0) return null;
  return (lease, now) => tests.every((test) => test(lease, now));
}

function termMatcher(term: Term, annotations: Annotations): LeaseMatcher {
  const test = positiveMatcher(term, annotations);
  return term.not ? (lease, now) => !test(lease, now) : test;
}

function positiveMatcher(term: Term, annotations: Annotations): LeaseMatcher {
  if (term.field === 'held') {
    const { over, ms } = term;
    return (lease, now) => now - lease.heldSince > ms === over;
  }
  const contains = containsText(term.value);
  const value = term.value.toLowerCase();
  switch (term.field) {
    case 'owner':
      return (lease) => lease.owner !== null && contains(lease.owner);
    case 'resource':
      return (lease) => contains(partsOf(lease).resource);
    case 'thread':
      return (lease) => contains(partsOf(lease).thread);
    case 'kind':
      return (lease) => lease.kind === value;
    case 'prefix':
      return (lease) => lease.prefix.name.toLowerCase().includes(value);
    case 'health':
      return (lease) => healthMatches(lease, annotations.of(lease.key), value);
    case 'process':
      return (lease) => {
        const notes = annotations.of(lease.key);
        return processMatches(notes, value) || (value === UNKNOWN && !isProcessKnown(notes));
      };
    case 'any':
      return (lease) =>
        contains(lease.key) ||
        (lease.owner !== null && contains(lease.owner)) ||
        processMatches(annotations.of(lease.key), value);
  }
}

/** `health:` looks for what is shown, be it of the lease or of the run behind it; commas part alternatives. */
function healthMatches(lease: LeaseRecord, notes: Annotation | undefined, value: string): boolean {
  const wanted = value.split(',');
  const run = notes?.run?.state;
  return wanted.includes(lease.health) || (run !== undefined && wanted.includes(run));
}

function processMatches(notes: Annotation | undefined, value: string): boolean {
  const process = notes?.process;
  if (!process) return false;
  return process.label.toLowerCase().includes(value) || process.id.toLowerCase().includes(value);
}

function isProcessKnown(notes: Annotation | undefined): boolean {
  return (notes?.process?.id ?? notes?.run?.processId ?? null) !== null;
}

function partsOf(lease: LeaseRecord): { resource: string; thread: string } {
  const name = lease.key.slice(lease.prefix.keyStart.length);
  const nul = name.indexOf('\0');
  return nul < 0
    ? { resource: '', thread: name }
    : { resource: name.slice(0, nul), thread: name.slice(nul + 1) };
}
