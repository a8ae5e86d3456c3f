/** Which act of a person is behind a change of owner: the history knows the change, the audit the act. Pure. */

import type { HistoryEntry } from '../history/entry.ts';
import type { AuditEntry } from './audit-entry.ts';

/** The act behind a change, `null` where nobody's is known. */
export type AuditMatch = (entry: HistoryEntry) => AuditEntry | null;

/** The two clocks and the two tellings of one moment can differ by this much. */
const BEFORE_MS = 2_000;
/** An act is written down once its effect was seen, which a stop waits for. */
const AFTER_MS = 15_000;

/** Prepares acts that were done, to be looked up by the change they made: same lease, same owner, same time. */
export function matchAudit(acts: readonly AuditEntry[]): AuditMatch {
  const byHold = new Map<string, AuditEntry[]>();
  for (const act of acts) {
    if (act.outcome !== 'done') continue;
    const id = holdOf(act.leaseId, act.expectedOwner);
    const known = byHold.get(id);
    if (known) known.push(act);
    else byHold.set(id, [act]);
  }
  return ({ event, leaseId, from, at }) => {
    // What ended by itself nobody ended.
    if (leaseId === null || from === null || (event !== 'released' && event !== 'transferred')) {
      return null;
    }
    const its = byHold.get(holdOf(leaseId, from)) ?? [];
    return its.find((act) => act.at >= at - BEFORE_MS && act.at <= at + AFTER_MS) ?? null;
  };
}

/** The entry as told with the act behind it: by whom and why. */
export function withActor(entry: HistoryEntry, act: AuditEntry | null): HistoryEntry {
  return act ? { ...entry, actor: act.actor, reason: act.reason } : entry;
}

function holdOf(leaseId: string, owner: string): string {
  return `${leaseId} ${owner}`;
}
