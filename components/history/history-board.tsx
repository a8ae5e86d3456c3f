'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import Link from 'next/link';
import { parseAsInteger, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useDeferredValue, useMemo, useState } from 'react';
import { LONGEST_QUERY } from '@/lib/board/query/parse-query.ts';
import { HISTORY_EVENTS, type HistoryEntry } from '@/lib/history/entry.ts';
import { parseLeaseKey } from '@/lib/keys/lease-key.ts';
import { HistoryLoading, LogLine } from '../lease/lease-log.tsx';
import { fetchHistory, type HistoryPage, whileLoading } from '../lease/use-lease-history.ts';
import { parseAsSearch } from '../leases/board-url.ts';
import { useKept } from '../leases/use-reader-active.ts';
import { useLiveView, useSummary } from '../live/live-provider.tsx';
import { entryKey, unknownOf } from '../live/live-view.ts';
import { PauseButton } from '../live/pause-button.tsx';
import { NO_ROWS } from '../live/view-query.ts';
import { useMessages } from '../messages/messages-provider.tsx';
import { UntrustedText } from '../text/untrusted-text.tsx';
import { HistoryChanges } from '../timeline/history-changes.tsx';
import type { TimeSpan } from '../timeline/holds.ts';
import { timelineWords } from '../timeline/labels.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { Input } from '../ui/input.tsx';
import { EventFilter, ExportLinks } from './history-tools.tsx';
import { useLiveEntries } from './use-live-entries.ts';
import { useMatchingAudit } from './use-matching-audit.ts';

const NOTHING: readonly HistoryEntry[] = [];

const url = {
  find: parseAsSearch.withDefault('').withOptions({ throttleMs: 250 }),
  event: parseAsStringLiteral(HISTORY_EVENTS),
  since: parseAsInteger,
  until: parseAsInteger,
};

/** The history of all leases: filtered, growing at the top, older pages at the foot. */
export function HistoryBoard({ initial }: { initial: HistoryPage }) {
  const words = useMessages();
  const [{ find, event, since, until }, setUrl] = useQueryStates(url);
  const text = useDeferredValue(find.trim());
  const range = useMemo(
    () => (since !== null && until !== null ? { from: since, to: until } : null),
    [since, until],
  );
  const plain = text === '' && event === null && range === null;
  const what = { q: text || null, event };
  const filter = { ...what, since: textOf(range?.from), until: textOf(range?.to) };
  const query = useInfiniteQuery({
    queryKey: ['history', filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => fetchHistory({ ...filter, cursor: pageParam }, signal),
    getNextPageParam: (page) => page.next,
    refetchInterval: ({ state }) => whileLoading(state.data?.pages),
    initialData: plain ? { pages: [initial], pageParams: [null] } : undefined,
    staleTime: plain ? Number.POSITIVE_INFINITY : 0,
  });
  const isPartial = whileLoading(query.data?.pages) !== false;
  const live = useLiveView({ view: NO_ROWS });
  const { recorder } = useSummary().trust;
  const labels = useMemo(() => timelineWords(words), [words]);
  const [paused, setPaused] = useState(false);
  const arrived = useLiveEntries(live?.feed ?? NOTHING);
  const shown = useKept(arrived, paused) ?? arrived;
  const newIn = useMemo(
    () => (candidates: readonly HistoryEntry[], among: readonly HistoryEntry[]) =>
      unknownOf(candidates, among).filter(
        (entry) => fits(entry, text, event) && isWithin(entry, range),
      ),
    [text, event, range],
  );
  const entries = useMemo(() => {
    const pages = query.data?.pages.flatMap((page) => page.entries) ?? [];
    return [...newIn(shown, pages), ...pages].sort((a, b) => b.at - a.at);
  }, [query.data, shown, newIn]);
  const heldBack = useMemo(() => newIn(arrived, shown).length, [arrived, shown, newIn]);
  const actBehind = useMatchingAudit(entries, null);

  return (
    <>
      <div className="mb-3.5 flex flex-wrap items-center gap-2">
        <Input
          type="search"
          aria-label={words.t('history.find')}
          placeholder={words.t('history.find')}
          maxLength={LONGEST_QUERY}
          value={find}
          onChange={(change) => void setUrl({ find: change.target.value })}
          className="max-w-80 bg-panel"
        />
        <EventFilter event={event} onEvent={(next) => void setUrl({ event: next })} />
        <span className="flex-1" />
        <span role="status" className="num text-sm text-accent">
          {heldBack > 0 ? words.count('live.held-back', heldBack) : null}
        </span>
        <PauseButton paused={paused} onPause={() => setPaused(!paused)} />
        <ExportLinks find={text} event={event} range={range} />
      </div>
      <section aria-label={labels.chartTitle} className="card mb-4 overflow-hidden">
        <HistoryChanges
          filter={what}
          range={range}
          labels={labels}
          onRange={(next) => void setUrl({ since: next?.from ?? null, until: next?.to ?? null })}
        />
      </section>
      <section aria-label={words.t('nav.history')} className="card overflow-hidden">
        {recorder.state === 'memory' ? (
          <p className="border-b border-line2 px-4 py-2.5 text-ink2">
            {words.t('trust.recorder.memory')}
          </p>
        ) : null}
        {isPartial ? <HistoryLoading /> : null}
        {entries.length === 0 && !query.isLoading && !isPartial ? (
          <Empty
            icon={<History aria-hidden />}
            title={words.t(plain ? 'history.none' : 'history.none-filter')}
          >
            {plain ? words.t('feed.empty') : null}
          </Empty>
        ) : (
          <ul className="fades">
            {entries.map((entry) => (
              <LogLine
                key={entryKey(entry)}
                entry={entry}
                act={actBehind(entry)}
                lead={entry.event === 'gap' ? null : <ThreadLink entry={entry} />}
              />
            ))}
          </ul>
        )}
        {query.hasNextPage ? (
          <div className="border-t border-line2 p-2 text-center">
            <Button
              look="quiet"
              disabled={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {words.t('lease.older')}
            </Button>
          </div>
        ) : null}
      </section>
    </>
  );
}

function ThreadLink({ entry }: { entry: HistoryEntry }) {
  const { title, subtitle } = parseLeaseKey(entry.key);
  return (
    <span className="min-w-0 truncate">
      <Link
        href={`/leases/${entry.leaseId}`}
        prefetch={false}
        className="font-[550] hover:underline"
      >
        <UntrustedText text={title} max={40} />
      </Link>
      {subtitle ? (
        <span className="text-ink3">
          {' '}
          <UntrustedText text={subtitle} max={28} />
        </span>
      ) : null}
    </span>
  );
}

function textOf(at: number | undefined): string | null {
  return at === undefined ? null : String(at);
}

function isWithin({ at }: HistoryEntry, range: TimeSpan | null): boolean {
  return range === null || (at >= range.from && at <= range.to);
}

/** Whether a live entry belongs to what is filtered for, as the server would say. */
function fits(entry: HistoryEntry, text: string, event: string | null): boolean {
  if (event !== null && entry.event !== event) return false;
  if (text === '') return true;
  const needle = text.toLowerCase();
  const { key, from, to, actor, reason } = entry;
  return [key, from, to, actor, reason].some((value) => value?.toLowerCase().includes(needle));
}
