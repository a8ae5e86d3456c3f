'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { LeaseRow, ProcessName } from '@/lib/board/wire.ts';
import type { HistoryEntry } from '@/lib/history/entry.ts';
import { address } from '@/lib/http/address.ts';
import { useLinkState } from '../live/live-provider.tsx';
import { nextTask } from '../live/next-task.ts';

type Processes = Readonly<Record<string, ProcessName>>;

const NONE: Processes = {};

/**
 * The process behind each owner of a lease, past ones too: as the server knows it, and what this
 * page saw itself meanwhile. The answer changes only when more is known.
 */
export function useOwners(
  leaseId: string,
  row: LeaseRow | null,
  entries: readonly HistoryEntry[],
): (owner: string) => ProcessName | null {
  const { mode } = useLinkState();
  const newest = entries.find(({ event }) => event !== 'gap')?.id ?? null;
  const { data = NONE } = useQuery({
    queryKey: ['owners', leaseId, newest],
    queryFn: ({ signal }) => fetchOwners(leaseId, signal),
    enabled: mode !== 'signed-out',
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const seen = useRef(NONE);
  if (row?.owner && row.process && !isSame(seen.current[row.owner], row.process)) {
    seen.current = { ...seen.current, [row.owner]: row.process };
  }
  const known = seen.current;
  return useCallback((owner) => known[owner] ?? data[owner] ?? null, [known, data]);
}

function isSame(known: ProcessName | undefined, process: ProcessName): boolean {
  return (
    known?.id === process.id && known.label === process.label && known.colour === process.colour
  );
}

async function fetchOwners(leaseId: string, signal: AbortSignal): Promise<Processes> {
  await nextTask();
  const response = await fetch(address(`/api/leases/${leaseId}/owners`), { signal });
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  return ((await response.json()) as { processes: Processes }).processes;
}
