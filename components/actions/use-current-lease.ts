'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { LeaseRow } from '@/lib/board/wire.ts';
import { fetchLease } from '../live/fetch-lease.ts';
import type { LiveView } from '../live/live-view.ts';

const ASK_EVERY_MS = 2000;

/**
 * The lease as it is now: as a view on the page has it, else asked for. `null` once it is free,
 * `undefined` until the first answer.
 */
export function useCurrentLease(row: LeaseRow): LeaseRow | null | undefined {
  const queries = useQueryClient();
  const cache = queries.getQueryCache();
  const latest = useMemo(() => latestOf(row), [row]);
  const watched = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => latest(cache.findAll({ queryKey: ['view'] }).map((query) => query.state)),
    () => row,
  );
  const { data: asked } = useQuery({
    queryKey: ['current-lease', row.id],
    queryFn: ({ signal }) => fetchLease(row.id, signal),
    enabled: watched === undefined,
    refetchInterval: ASK_EVERY_MS,
    staleTime: 0,
    gcTime: 0,
  });
  return watched === undefined ? asked?.row : watched;
}

interface ViewState {
  data?: unknown;
  dataUpdatedAt: number;
}

/** Looks a lease up in the newest view; a lease that was in it and has left it is free. */
function latestOf(row: LeaseRow): (states: ViewState[]) => LeaseRow | null | undefined {
  let seen = false;
  return (states) => {
    const newest = states
      .filter((state) => state.data !== undefined)
      .sort((a, b) => b.dataUpdatedAt - a.dataUpdatedAt)[0];
    const view = newest?.data as LiveView | undefined;
    const found = view?.rows[row.id];
    if (found) seen = true;
    return found ?? (seen && view && view.matched <= view.order.length ? null : undefined);
  };
}
