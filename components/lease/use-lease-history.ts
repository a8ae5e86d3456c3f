'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { HistoryEntry } from '@/lib/history/entry.ts';
import { entryKey } from '../live/live-view.ts';

export interface HistoryPage {
  entries: HistoryEntry[];
  /** Where the next older page begins; `null` when nothing older is kept. */
  next: string | null;
}

/** One lease's history: pages from the server, and on top of them what the live feed brings. */
export function useLeaseHistory(
  leaseId: string,
  feed: readonly HistoryEntry[],
  initial?: HistoryPage,
) {
  const query = useInfiniteQuery({
    queryKey: ['history', leaseId],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => fetchHistory({ lease: leaseId, cursor: pageParam }, signal),
    getNextPageParam: (page) => page.next,
    initialData: initial && { pages: [initial], pageParams: [null] },
  });
  const entries = useMemo(() => {
    const pages = query.data?.pages.flatMap((page) => page.entries) ?? [];
    const known = new Set(pages.map(entryKey));
    const live = feed.filter(
      (entry) =>
        (entry.leaseId === leaseId || entry.event === 'gap') && !known.has(entryKey(entry)),
    );
    return [...live, ...pages].sort((a, b) => b.at - a.at);
  }, [query.data, feed, leaseId]);
  return {
    entries,
    isLoading: query.isLoading,
    isFetching: query.isFetchingNextPage,
    hasOlder: query.hasNextPage,
    older: () => void query.fetchNextPage(),
  };
}

/** One page of history, newest first. Throws where the server does not answer with one. */
export async function fetchHistory(
  filter: Record<string, string | null>,
  signal: AbortSignal,
): Promise<HistoryPage> {
  const query = new URLSearchParams({ limit: '100' });
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
  const response = await fetch(`/api/history?${query}`, { signal });
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  return (await response.json()) as HistoryPage;
}
