'use client';

import { useQuery } from '@tanstack/react-query';
import type { ActionResult } from '@/lib/admin/action.ts';
import type { AuditEntry } from '@/lib/admin/audit-entry.ts';
import { address } from '@/lib/http/address.ts';

const LOOK_EVERY_MS = 2000;

export interface KnownOutcome {
  result: ActionResult | null;
  /** What came of it is not known yet and is being looked for. */
  looking: boolean;
}

/**
 * How an act ended, as far as is known. An answer that did not come is looked for in the audit
 * trail, where the server writes what it finds out; the act itself is not asked for again.
 */
export function useOutcome(
  { requestId, leaseId }: { requestId: string; leaseId: string },
  answer: ActionResult | null,
): KnownOutcome {
  const open = answer?.outcome === 'unknown' && answer.auditId === null;
  const { data } = useQuery({
    queryKey: ['outcome', requestId],
    queryFn: ({ signal }) => fetchOutcome(requestId, leaseId, signal),
    enabled: open,
    refetchInterval: ({ state }) => (state.data ? false : LOOK_EVERY_MS),
    staleTime: 0,
    retry: false,
  });
  if (!open) return { result: answer, looking: false };
  return { result: data ?? answer, looking: !data };
}

async function fetchOutcome(
  requestId: string,
  leaseId: string,
  signal: AbortSignal,
): Promise<ActionResult | null> {
  const query = new URLSearchParams({ request: requestId, lease: leaseId, limit: '1' });
  const response = await fetch(address(`/api/audit?${query}`), { signal });
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  const [entry] = ((await response.json()) as { entries: AuditEntry[] }).entries;
  if (!entry) return null;
  const { id, outcome, foundOwner, detail } = entry;
  return { outcome, owner: outcome === 'done' ? null : foundOwner, detail, auditId: id };
}
