'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { HistoryEntry } from '@/lib/history/entry.ts';
import { address } from '@/lib/http/address.ts';
import { entryKey } from '../live/live-view.ts';
import { nextTask } from '../live/next-task.ts';

export interface HistoryPage {
  entries: HistoryEntry[];
  /** Where the next older page begins; `null` when nothing older is kept. */
  next: string | null;
  /** The server is still reading the history, and has only the newest of it. */
  loading: boolean;
}

/** While the server reads its history it is asked again this often, milliseconds. */
const LOADING_AGAIN_MS = 1500;

/** When to ask again, of pages of history: soon while the server has not read all of it. */
export function whileLoading(pages: readonly HistoryPage[] | undefined): number | false {
  return pages?.some(({ loading }) => loading) ? LOADING_AGAIN_MS : false;
}

/** Lines of the log shown at first, and more with each further step. */
const LINES = 100;
/** Entries fetched behind the first page at once: the picture shows a day and not an hour. */
const BEHIND = 900;

/**
 * One lease's history: pages from the server, and on top of them what the live feed brings. What the
 * first page leaves out of the picture is fetched at once; the log shows a part of it, and more when asked.
 */
export function useLeaseHistory(
  leaseId: string,
  feed: readonly HistoryEntry[],
  initial?: HistoryPage,
) {
  const query = useInfiniteQuery({
    queryKey: ['history', leaseId],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      fetchHistory({ lease: leaseId, cursor: pageParam }, signal, pageParam ? BEHIND : LINES),
    getNextPageParam: (page) => page.next,
    refetchInterval: ({ state }) => whileLoading(state.data?.pages),
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
  const { fetchNextPage, hasNextPage } = query;
  const isFirstOnly = query.data?.pages.length === 1 && hasNextPage;
  useEffect(() => {
    if (isFirstOnly) void fetchNextPage();
  }, [isFirstOnly, fetchNextPage]);
  const [lines, setLines] = useState(LINES);
  return {
    entries,
    /** The part of them that the log shows. */
    lines: useMemo(() => entries.slice(0, lines), [entries, lines]),
    isLoading: query.isLoading,
    /** Only the newest of it is there yet. */
    isPartial: whileLoading(query.data?.pages) !== false,
    isFetching: query.isFetchingNextPage,
    hasOlder: entries.length > lines || hasNextPage,
    older: () => {
      setLines(lines + LINES);
      if (entries.length < lines + LINES && hasNextPage) void fetchNextPage();
    },
  };
}

/** One page of history, newest first. Throws where the server does not answer with one. */
export async function fetchHistory(
  filter: Record<string, string | null>,
  signal: AbortSignal,
  limit = LINES,
): Promise<HistoryPage> {
  const query = new URLSearchParams({ limit: String(limit) });
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
  await nextTask();
  const response = await fetch(address(`/api/history?${query}`), { signal });
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  return (await response.json()) as HistoryPage;
}
