import type { LeaseRow } from '@/lib/board/wire.ts';

/** Something that a person should look at: one lease, or everything a process lets go stale. */
export type Need =
  | { kind: LeaseTrouble; row: LeaseRow; more: number }
  | { kind: 'process-dead'; process: string; rows: LeaseRow[]; freeAt: number };

export type LeaseTrouble = 'silent' | 'ghost' | 'leaked' | 'no-expiry' | 'unreadable' | 'at-risk';

/** The gravest first. */
const ORDER: readonly LeaseTrouble[] = [
  'silent',
  'ghost',
  'leaked',
  'at-risk',
  'no-expiry',
  'unreadable',
];

/** A process whose leases all went stale together, this many or more, is probably dead. */
const TOGETHER = 2;
/** Leases of one trouble that get a sentence of their own; the others are counted. */
const SPELLED_OUT = 3;

/** What needs somebody, out of the leases that want attention most. */
export function needsOf(rows: readonly LeaseRow[]): Need[] {
  const stale = rows.filter((row) => troubleOf(row) === 'at-risk');
  const dead = deadProcesses(stale, rows);
  const explained = new Set(dead.flatMap((need) => need.rows.map((row) => row.id)));
  const needs: Need[] = [...dead];
  for (const kind of ORDER) {
    const these = rows.filter((row) => troubleOf(row) === kind && !explained.has(row.id));
    const spelled = these.slice(0, SPELLED_OUT);
    spelled.forEach((row, index) => {
      const last = index === spelled.length - 1;
      needs.push({ kind, row, more: last ? these.length - spelled.length : 0 });
    });
  }
  return needs;
}

/** What is wrong with a lease, if somebody should look at it. Changing hands often is a sign, not a fault: it has its tile. */
function troubleOf(row: LeaseRow): LeaseTrouble | null {
  if (row.holdBy !== null) return null;
  const state = row.run?.state;
  if (state === 'silent' || state === 'ghost' || state === 'leaked') return state;
  switch (row.health) {
    case 'at-risk':
    case 'no-expiry':
    case 'unreadable':
      return row.health;
    default:
      return null;
  }
}

type DeadProcess = Extract<Need, { kind: 'process-dead' }>;

/** Processes with several stale leases and none that is renewed: slow ones still renew some. */
function deadProcesses(stale: readonly LeaseRow[], rows: readonly LeaseRow[]): DeadProcess[] {
  const byProcess = new Map<string, LeaseRow[]>();
  for (const row of stale) {
    const process = processOf(row);
    if (process) byProcess.set(process, [...(byProcess.get(process) ?? []), row]);
  }
  const alive = new Set(rows.filter((row) => !stale.includes(row)).map(processOf));
  return [...byProcess]
    .filter(([process, its]) => its.length >= TOGETHER && !alive.has(process))
    .map(([process, its]) => ({
      kind: 'process-dead',
      process,
      rows: its,
      freeAt: Math.max(...its.map((row) => row.expiresAt ?? 0)),
    }));
}

function processOf(row: LeaseRow): string | null {
  return row.process?.id ?? row.run?.processId ?? null;
}
