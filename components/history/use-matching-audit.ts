'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AuditEntry } from '@/lib/admin/audit-entry.ts';
import { type AuditMatch, matchAudit } from '@/lib/admin/match-audit.ts';
import type { HistoryEntry } from '@/lib/history/entry.ts';
import { address } from '@/lib/http/address.ts';
import { useLinkState, useLive } from '../live/live-provider.tsx';
import { nextTask } from '../live/next-task.ts';

/** An act is written down a little after its effect: for this long the audit is asked again. */
const YOUNG_MS = 20_000;
const AGAIN_MS = 2_500;
const MOST = 1000;
const NONE: readonly AuditEntry[] = [];

/** The acts behind these changes (newest first), of one lease or, with `null`, of all. Without the audit there are none. */
export function useMatchingAudit(
  entries: readonly HistoryEntry[],
  leaseId: string | null,
): AuditMatch {
  const { mode } = useLinkState();
  const { clock } = useLive();
  const changes = entries.filter(({ event }) => event !== 'gap');
  const newest = changes[0];
  const since = changes.at(-1)?.at;
  const { data = NONE } = useQuery({
    queryKey: ['acts-behind', leaseId, newest?.id, since],
    queryFn: ({ signal }) => fetchActs(leaseId, since ?? 0, signal),
    enabled: newest !== undefined && mode !== 'signed-out',
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: () => (newest && clock.now() - newest.at < YOUNG_MS ? AGAIN_MS : false),
    retry: false,
  });
  return useMemo(() => matchAudit(data), [data]);
}

async function fetchActs(
  leaseId: string | null,
  since: number,
  signal: AbortSignal,
): Promise<AuditEntry[]> {
  const query = new URLSearchParams({
    outcome: 'done',
    since: String(Math.max(0, Math.floor(since) - YOUNG_MS)),
    limit: String(MOST),
  });
  if (leaseId !== null) query.set('lease', leaseId);
  await nextTask();
  const response = await fetch(address(`/api/audit?${query}`), { signal });
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  return ((await response.json()) as { entries: AuditEntry[] }).entries;
}
