/**
 * The processes behind the leases, as far as leases tell of them. Who holds nothing is not here.
 */

import type { LeaseWatch } from './lease-watch.ts';
import type { LeaseRow } from './wire.ts';

/** One process and what it holds. */
export interface ProcessRow {
  /** The id under which it registers its runs; `null` gathers the owners whose process is not known. */
  id: string | null;
  label: string | null;
  host: string | null;
  pid: number | null;
  version: string | null;
  /** Since when it is known: it said so itself, or it has held a lease for so long. */
  firstSeen: number;
  /** Its last sign of life: a renewal, or a word of its own. `null` when none was seen. */
  lastSeen: number | null;
  /** Leases it holds. */
  holds: number;
  /** Of these, late by one renewal and by two or more. */
  late: number;
  atRisk: number;
  /** Of these, runs that are silent, leaked or doubled. */
  stuck: number;
  /** Since when it has held its oldest lease, milliseconds on Redis' clock. */
  oldestSince: number;
  verdict: ProcessVerdict;
}

/** What a process says of itself. */
export interface ProcessFacts {
  version: string | null;
  /** When it first and last said so, milliseconds on Redis' clock. */
  since: number | null;
  seenAt: number;
  /** Whether it still says so. */
  alive: boolean;
}

/**
 * `probably-dead`: every lease it holds missed two renewals. `slow`: some did, so the process lives
 * and is late. A single stale lease proves little: its process is called slow, unless it also
 * stopped saying who it is.
 */
export type ProcessVerdict = 'alive' | 'slow' | 'probably-dead';

const STUCK = ['silent', 'leaked', 'ghost'];

/**
 * Every process that holds a lease now, those with the most first.
 * @param factsOf what a process says of itself, by its id.
 */
export function processesOf(
  watch: LeaseWatch,
  factsOf: (id: string) => ProcessFacts | null,
): ProcessRow[] {
  const processes = new Map<string, ProcessRow>();
  for (const lease of watch.leases()) {
    const row = watch.rowOf(lease);
    const id = row.process?.id ?? row.run?.processId ?? null;
    const known = processes.get(id ?? '') ?? emptyProcess(id, row);
    processes.set(id ?? '', count(known, row));
  }
  return [...processes.values()]
    .map((process) => judged(process, process.id === null ? null : factsOf(process.id)))
    .sort((a, b) => b.holds - a.holds || (a.label ?? '').localeCompare(b.label ?? ''));
}

/** What late renewals, and the silence of the process itself, say about it. */
export function verdictOf(
  { id, holds, late, atRisk }: Pick<ProcessRow, 'id' | 'holds' | 'late' | 'atRisk'>,
  facts: Pick<ProcessFacts, 'alive'> | null,
): ProcessVerdict {
  const proof = holds > 1 || facts?.alive === false;
  if (id !== null && proof && atRisk === holds) return 'probably-dead';
  return late + atRisk > 0 ? 'slow' : 'alive';
}

function judged(process: ProcessRow, facts: ProcessFacts | null): ProcessRow {
  return {
    ...process,
    version: facts?.version ?? null,
    firstSeen: Math.min(process.oldestSince, facts?.since ?? Number.POSITIVE_INFINITY),
    lastSeen: Math.max(process.lastSeen ?? 0, facts?.seenAt ?? 0) || null,
    verdict: verdictOf(process, facts),
  };
}

function emptyProcess(id: string | null, { process, heldSince }: LeaseRow): ProcessRow {
  return {
    id,
    label: process?.label ?? null,
    host: process?.host ?? null,
    pid: process?.pid ?? null,
    version: null,
    firstSeen: heldSince,
    lastSeen: null,
    holds: 0,
    late: 0,
    atRisk: 0,
    stuck: 0,
    oldestSince: heldSince,
    verdict: 'alive',
  };
}

function count(process: ProcessRow, row: LeaseRow): ProcessRow {
  return {
    ...process,
    lastSeen: Math.max(process.lastSeen ?? 0, renewedAt(row) ?? 0) || null,
    holds: process.holds + 1,
    late: process.late + (row.health === 'late' ? 1 : 0),
    atRisk: process.atRisk + (row.health === 'at-risk' || row.health === 'expired' ? 1 : 0),
    stuck: process.stuck + (row.run && STUCK.includes(row.run.state) ? 1 : 0),
    oldestSince: Math.min(process.oldestSince, row.heldSince),
  };
}

/** When a lease was taken or renewed last, as far as its deadline tells. */
function renewedAt({ expiresAt, ttlMs }: LeaseRow): number | null {
  return expiresAt === null || ttlMs === null ? null : expiresAt - ttlMs;
}
