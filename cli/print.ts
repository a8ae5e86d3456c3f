/** Output for people. Keys and owners are foreign text, so control characters are escaped. */

import type { ActionResult, TransferTarget } from '../lib/admin/action.ts';
import type { ListedLease } from '../lib/board/listed-lease.ts';
import type { HistoryEntry } from '../lib/history/entry.ts';
import type { RunView } from '../lib/runs/run-view.ts';
import { keySpelling } from './lease-name.ts';
import { plain } from './plain.ts';

/** Milliseconds as `850 ms`, `12.4 s`, `3m 20s`, `2h 05m`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const [small, large, unit, largeUnit] =
    ms < 3_600_000 ? ([1000, 60_000, 's', 'm'] as const) : ([60_000, 3_600_000, 'm', 'h'] as const);
  const rest = String(Math.floor((ms % large) / small)).padStart(2, '0');
  return `${Math.floor(ms / large)}${largeUnit} ${rest}${unit}`;
}

/** A lower bound below this is how long the watch has looked, and says nothing of the lease. */
const WORTH_SAYING_MS = 5000;

function heldFor({ heldForMs, heldForAtLeast }: ListedLease): string {
  if (!heldForAtLeast) return duration(heldForMs);
  return heldForMs < WORTH_SAYING_MS ? 'unknown' : `≥ ${duration(heldForMs)}`;
}

/** Owners that are cut, or whose bytes are no text, are told apart by the beginning of their digest. */
function ownerText({ owner, ownerDigest }: ListedLease): string {
  if (owner === null) return '(unreadable)';
  return ownerDigest === null ? plain(owner) : `${plain(owner)} #${ownerDigest.slice(0, 6)}`;
}

/** Leases as a table. */
export function leaseTable(leases: readonly ListedLease[]): string {
  const rows = leases.map((lease) => [
    keySpelling(lease),
    ownerText(lease),
    lease.remainingMs === null ? 'none' : duration(lease.remainingMs),
    heldFor(lease),
    lease.holdBy === null ? lease.health : `on hold by ${plain(lease.holdBy)}`,
    lease.run?.state ?? '-',
    lease.process ? plain(lease.process.label) : '-',
    lease.id,
  ]);
  const head = ['LEASE', 'OWNER', 'TTL', 'HELD FOR', 'HEALTH', 'RUN', 'PROCESS', 'ID'];
  return table([head, ...rows]);
}

/** One lease, a fact a line. */
export function leaseFacts(lease: ListedLease): string {
  const { run, process } = lease;
  const facts: [string, string | null][] = [
    ['lease', keySpelling(lease)],
    ['id', lease.id],
    ['prefix', plain(lease.prefix)],
    ['kind', lease.kind],
    ['owner', ownerText(lease)],
    ['owner digest', lease.ownerDigest],
    ['on hold by', lease.holdBy && plain(lease.holdBy)],
    ['held for', heldFor(lease)],
    ['fence', lease.fence],
    ['remaining', lease.remainingMs === null ? 'no expiry' : duration(lease.remainingMs)],
    ['health', lease.health],
    ['run', run && (run.tool === null ? run.state : `${run.state}: ${plain(run.tool)}`)],
    ['messages', run && messages(run)],
    ['process', process && plain(process.label)],
    ['host', process?.host ? plain(process.host) : null],
    ['pid', process?.pid == null ? null : String(process.pid)],
  ];
  const known = facts.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return table(known);
}

function messages({ queued, lost, countsAreAtLeast }: RunView): string | null {
  const parts = [queued > 0 && `${queued} queued`, lost > 0 && `${lost} lost`];
  const counts = parts.filter(Boolean).join(', ');
  if (counts === '') return null;
  return countsAreAtLeast ? `at least ${counts}` : counts;
}

/** One owner change as a line. */
export function changeLine(entry: Omit<HistoryEntry, 'id'>): string {
  const time = new Date(entry.at).toISOString();
  if (entry.event === 'gap') {
    const ms = Number(entry.to) - Number(entry.from);
    return `${time}  gap of ${duration(ms)}${because(entry)}`;
  }
  const { leaseId, prefix } = entry;
  const key = keySpelling({ id: leaseId ?? '', prefix, key: entry.key });
  const owners = [entry.from, entry.to].flatMap((owner) => (owner === null ? [] : [plain(owner)]));
  const held = entry.heldForMs === null ? '' : `, held ${duration(entry.heldForMs)}`;
  return `${time}  ${entry.event.padEnd(11)}  ${key}  ${owners.join(' → ')}${held}${because(entry)}`;
}

function because({ actor, reason }: Omit<HistoryEntry, 'id'>): string {
  const by = actor === null ? '' : `, by ${plain(actor)}`;
  return reason === null ? by : `${by}: ${plain(reason)}`;
}

/** Owners that adopt transferred leases, as a table. */
export function adopterTable(adopters: readonly TransferTarget[]): string {
  const rows = adopters.map(({ owner, label, host, pid, holds }) => [
    plain(owner),
    plain(label),
    plain(host ?? ''),
    String(pid ?? ''),
    String(holds),
  ]);
  return table([['OWNER', 'NAME', 'HOST', 'PID', 'HOLDS'], ...rows]);
}

const SENTENCES: Record<ActionResult['outcome'], string> = {
  done: 'Done.',
  'owner-changed': 'Nothing changed: another owner holds it now.',
  'already-free': 'Nothing changed: nobody holds it.',
  ignored: 'It had no effect.',
  'not-adopted': 'It was not adopted.',
  'not-allowed': 'It was refused.',
  unknown: 'Unknown: it may have been done.',
};

/** The outcome of an action, in words. `expectOwner`: the owner it was meant for. */
export function resultText(
  { outcome, owner, detail, auditId }: ActionResult,
  { expectOwner }: { expectOwner: string },
): string {
  const lines = [SENTENCES[outcome]];
  if (outcome === 'owner-changed' && owner?.startsWith(expectOwner)) {
    // The dashboard shows the start of a run id, which is easily taken for the whole id.
    lines[0] = `Nothing changed: ${plain(expectOwner)} is only the start of an owner.`;
    lines.push(`Pass the whole owner: ${plain(owner)}`);
  } else if (owner !== null) {
    lines.push(`Owner now: ${plain(owner)}`);
  }
  if (detail !== null) lines.splice(1, 0, plain(detail));
  if (auditId !== null) lines.push(`Audit entry: ${auditId}`);
  return lines.join('\n');
}

function table(rows: readonly string[][]): string {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, at) => Math.max(widest[at] ?? 0, cell.length)),
    [],
  );
  const line = (row: string[]) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}
