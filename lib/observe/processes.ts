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
  /** Leases it holds. */
  holds: number;
  /** Of these, late by one renewal and by two or more. */
  late: number;
  atRisk: number;
  /** Of these, runs that are silent, leaked or doubled. */
  stuck: number;
  /** Since when it has held its oldest lease, milliseconds on Redis' clock. */
  oldestSince: number;
  /** When one of its leases last changed hands. */
  lastChangeAt: number | null;
  verdict: ProcessVerdict;
}

/**
 * `probably-dead`: every lease it holds missed two renewals. `slow`: some did, so the process lives
 * and is late. A process with a single stale lease is called slow: one proves little.
 */
export type ProcessVerdict = 'alive' | 'slow' | 'probably-dead';

const STUCK = ['silent', 'leaked', 'ghost'];

/** Every process that holds a lease now, those with the most first. */
export function processesOf(watch: LeaseWatch): ProcessRow[] {
  const processes = new Map<string, ProcessRow>();
  for (const lease of watch.leases()) {
    const row = watch.rowOf(lease);
    const id = row.process?.id ?? row.run?.processId ?? null;
    const known = processes.get(id ?? '') ?? emptyProcess(id, row);
    processes.set(id ?? '', count(known, row));
  }
  return [...processes.values()]
    .map((process) => ({ ...process, verdict: verdictOf(process) }))
    .sort((a, b) => b.holds - a.holds || (a.label ?? '').localeCompare(b.label ?? ''));
}

/** What late renewals say about a process. */
export function verdictOf({
  id,
  holds,
  late,
  atRisk,
}: Pick<ProcessRow, 'id' | 'holds' | 'late' | 'atRisk'>): ProcessVerdict {
  if (id !== null && holds > 1 && atRisk === holds) return 'probably-dead';
  return late + atRisk > 0 ? 'slow' : 'alive';
}

function emptyProcess(id: string | null, { process, heldSince }: LeaseRow): ProcessRow {
  return {
    id,
    label: process?.label ?? null,
    host: process?.host ?? null,
    pid: process?.pid ?? null,
    holds: 0,
    late: 0,
    atRisk: 0,
    stuck: 0,
    oldestSince: heldSince,
    lastChangeAt: null,
    verdict: 'alive',
  };
}

function count(process: ProcessRow, row: LeaseRow): ProcessRow {
  const lastChangeAt = Math.max(process.lastChangeAt ?? 0, row.lastChangeAt ?? 0) || null;
  return {
    ...process,
    holds: process.holds + 1,
    late: process.late + (row.health === 'late' ? 1 : 0),
    atRisk: process.atRisk + (row.health === 'at-risk' || row.health === 'expired' ? 1 : 0),
    stuck: process.stuck + (row.run && STUCK.includes(row.run.state) ? 1 : 0),
    oldestSince: Math.min(process.oldestSince, row.heldSince),
    lastChangeAt,
  };
}
