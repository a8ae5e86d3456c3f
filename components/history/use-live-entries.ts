'use client';

import { useState } from 'react';
import type { HistoryEntry } from '@/lib/history/entry.ts';
import { unknownOf } from '../live/live-view.ts';

/** Entries beyond this are left to the pages of the history. */
const MOST = 1000;

/**
 * What came in live since the page was opened, newest first: also what the feed, which keeps the
 * newest alone, has let go.
 */
export function useLiveEntries(feed: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const [arrived, setArrived] = useState({ feed, entries: feed });
  if (arrived.feed === feed) return arrived.entries;
  const entries = [...unknownOf(feed, arrived.entries), ...arrived.entries].slice(0, MOST);
  setArrived({ feed, entries });
  return entries;
}
