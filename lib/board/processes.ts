/**
 * The processes behind the leases, as far as leases tell of them. Who holds nothing is not here,
 * but for those whose leases expired a moment ago.
 */

import type { HistoryEntry } from '../history/entry.ts';
import type { Board } from './board.ts';
import type { LeaseRow, ProcessName } from './wire.ts';

/** One process and what it holds. */
export interface ProcessRow {
  /** The id under which it registers its runs; `null` gathers the owners whose process is not known. */
  id: string | null;
  label: string | null;
  host: string | null;
  pid: number | null;
  version: string | null;
  /** Its place among the colours; absent: by its id. */
  colour?: number;
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
  /** Since when it has held its oldest lease, milliseconds on Redis' clock; `null` when it holds none. */
  oldestSince: number | null;
  /** Leases that expired in its hands before it was gone, and when the last of them did. */
  expired: number;
  expiredAt: number | null;
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
 * `probably-dead`: none of its leases is renewed in time, and one at least missed two renewals.
 * `slow`: some are late and others are not, so the process lives. A single stale lease proves little: its process is called slow, unless it also
 * stopped saying who it is. `gone`: its leases expired and it holds none.
 */
export type ProcessVerdict = 'alive' | 'slow' | 'probably-dead' | 'gone';

const STUCK = ['silent', 'leaked', 'ghost'];

/**
 * Every process that holds a lease now, those with the most first.
 * @param factsOf what a process says of itself, by its id.
 */
export function processesOf(
  board: Board,
  factsOf: (id: string) => ProcessFacts | null,
): ProcessRow[] {
  const processes = new Map<string, ProcessRow>();
  for (const lease of board.leases()) {
    const row = board.rowOf(lease);
    const id = row.process?.id ?? row.run?.processId ?? null;
    const known = processes.get(id ?? '') ?? emptyProcess(id, row);
    processes.set(id ?? '', count(known, row));
  }
  return [...processes.values()]
    .map((process) => judged(process, process.id === null ? null : factsOf(process.id)))
    .sort((a, b) => b.holds - a.holds || (a.label ?? '').localeCompare(b.label ?? ''));
}

/** A lease that expired in the hands of an owner. */
export type ExpiredLease = Pick<HistoryEntry, 'from' | 'at' | 'heldForMs'>;

/**
 * The processes whose leases expired and who gave no sign of life since, the latest first: a crash
 * leaves a trace for a while.
 * @param present ids of the processes that hold a lease now.
 */
export function goneProcesses(
  expired: Iterable<ExpiredLease>,
  processOf: (owner: string) => ProcessName | null,
  factsOf: (id: string) => ProcessFacts | null,
  present: ReadonlySet<string | null>,
): ProcessRow[] {
  const gone = new Map<string, ProcessRow>();
  for (const { from, at, heldForMs } of expired) {
    const process = from === null ? null : processOf(from);
    if (!process || present.has(process.id)) continue;
    const facts = factsOf(process.id);
    if (facts?.alive) continue;
    const since = Math.min(at - (heldForMs ?? 0), facts?.since ?? Number.POSITIVE_INFINITY);
    const known = gone.get(process.id) ?? goneProcess(process, facts, since);
    gone.set(process.id, {
      ...known,
      firstSeen: Math.min(known.firstSeen, since),
      expired: known.expired + 1,
      expiredAt: Math.max(known.expiredAt ?? 0, at),
    });
  }
  return [...gone.values()].sort((a, b) => (b.expiredAt ?? 0) - (a.expiredAt ?? 0));
}

function goneProcess(
  { id, label, host, pid, colour }: ProcessName,
  facts: ProcessFacts | null,
  firstSeen: number,
): ProcessRow {
  return {
    ...{ id, label, host, pid, colour, version: facts?.version ?? null },
    ...{ firstSeen, lastSeen: facts?.seenAt ?? null },
    ...{ holds: 0, late: 0, atRisk: 0, stuck: 0, oldestSince: null },
    ...{ expired: 0, expiredAt: null, verdict: 'gone' },
  };
}

/** What late renewals, and the silence of the process itself, say about it. */
export function verdictOf(
  { id, holds, late, atRisk }: Pick<ProcessRow, 'id' | 'holds' | 'late' | 'atRisk'>,
  facts: Pick<ProcessFacts, 'alive'> | null,
): ProcessVerdict {
  const proof = holds > 1 || facts?.alive === false;
  if (id !== null && proof && atRisk > 0 && late + atRisk === holds) return 'probably-dead';
  return late + atRisk > 0 ? 'slow' : 'alive';
}

function judged(process: ProcessRow, facts: ProcessFacts | null): ProcessRow {
  return {
    ...process,
    version: facts?.version ?? null,
    firstSeen: Math.min(process.firstSeen, facts?.since ?? Number.POSITIVE_INFINITY),
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
    colour: process?.colour,
    firstSeen: heldSince,
    lastSeen: null,
    holds: 0,
    late: 0,
    atRisk: 0,
    stuck: 0,
    oldestSince: heldSince,
    expired: 0,
    expiredAt: null,
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
    firstSeen: Math.min(process.firstSeen, row.heldSince),
    oldestSince: Math.min(process.oldestSince ?? row.heldSince, row.heldSince),
  };
}

/** When a lease was taken or renewed last, as far as its deadline tells. */
function renewedAt({ expiresAt, ttlMs }: LeaseRow): number | null {
  return expiresAt === null || ttlMs === null ? null : expiresAt - ttlMs;
}
