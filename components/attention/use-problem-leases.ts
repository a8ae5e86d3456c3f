'use client';

import { useQuery } from '@tanstack/react-query';
import type { LeaseRow, LeaseView, SnapshotMessage } from '@/lib/board/wire.ts';
import { address } from '@/lib/http/address.ts';
import { useLinkState } from '../live/live-provider.tsx';
import type { LiveView } from '../live/live-view.ts';
import { subjectQuery } from '../live/view-query.ts';

const ATTENTION: LeaseView = {
  q: '',
  health: null,
  kind: null,
  sort: 'attention',
  limit: 100,
  offset: 0,
};
const EVERY_MS = 3000;

/**
 * The leases that want attention most, whatever the table shows: those of the live view where it
 * shows just that, else asked for beside it.
 */
export function useProblemLeases(live: LiveView): LeaseRow[] {
  const { mode } = useLinkState();
  const { q, sort, offset } = live.view;
  const shown = q === '' && sort === 'attention' && offset === 0;
  const { data } = useQuery({
    queryKey: ['troubled'],
    queryFn: fetchTroubled,
    enabled: !shown && mode !== 'signed-out',
    refetchInterval: EVERY_MS,
    staleTime: 0,
  });
  if (shown) return live.order.flatMap((id) => live.rows[id] ?? []);
  return data ?? [];
}

async function fetchTroubled({ signal }: { signal: AbortSignal }): Promise<LeaseRow[]> {
  const response = await fetch(address(`/api/snapshot?${subjectQuery({ view: ATTENTION })}`), {
    signal,
  });
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  return ((await response.json()) as SnapshotMessage).rows;
}
