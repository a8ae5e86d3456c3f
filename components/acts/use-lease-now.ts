'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { LeaseRow } from '@/lib/observe/wire.ts';
import type { LiveView } from '../live/live-view.ts';

/**
 * The lease as the page knows it now: `null` once it is free, `undefined` where nothing on the
 * page watches it.
 */
export function useLeaseNow(row: LeaseRow): LeaseRow | null | undefined {
  const queries = useQueryClient();
  const cache = queries.getQueryCache();
  const latest = useMemo(() => latestOf(row), [row]);
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => latest(cache.findAll({ queryKey: ['view'] }).map((query) => query.state)),
    () => row,
  );
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
