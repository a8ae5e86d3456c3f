'use client';

import {
  keepPreviousData,
  QueryClient,
  QueryClientProvider,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Counts, SnapshotMessage, Trust } from '@/lib/board/wire.ts';
import { Trend } from '../overview/trend.ts';
import { ServerClock } from '../time/server-clock.ts';
import { Ticker } from '../time/ticker.ts';
import { Deadlines } from './deadlines.ts';
import type { LinkState } from './link-state.ts';
import { LiveLink } from './live-link.ts';
import { applyDelta, fromSnapshot, type LiveView } from './live-view.ts';
import { NO_ROWS, type Subject, subjectQuery } from './view-query.ts';

/** What every page shows around its content. */
export interface Summary {
  counts: Counts;
  trust: Trust;
  /** The server's build; another one than the page's after a deployment. */
  build: string;
}

interface Live {
  link: LiveLink;
  clock: ServerClock;
  ticker: Ticker;
  deadlines: Deadlines;
  trend: Trend;
}

const LiveContext = createContext<Live | null>(null);
const STANDING = ['standing'] as const;
const viewKey = (subject: Subject) => ['view', subjectQuery(subject)] as const;

/** Owns the page's one stream and writes what arrives into the query cache. */
export function LiveProvider({
  initial,
  now,
  children,
}: {
  initial: Summary;
  /** The server's clock when it rendered, milliseconds. */
  now: number;
  children: ReactNode;
}) {
  const [queries] = useState(newQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <LinkProvider initial={initial} now={now}>
        {children}
      </LinkProvider>
    </QueryClientProvider>
  );
}

function LinkProvider({
  initial,
  now,
  children,
}: {
  initial: Summary;
  now: number;
  children: ReactNode;
}) {
  const queries = useQueryClient();
  const [live] = useState(() => connectTo(queries, now));
  useQuery({ queryKey: STANDING, queryFn: skipToken, initialData: initial });
  // Nothing may arrive before all of the page is hydrated, or the server's text and the browser's
  // differ. So no Suspense boundary stands between here and a page: there is no loading.tsx.
  useEffect(() => {
    live.link.start();
    return () => live.link.stop();
  }, [live]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000, refetchOnWindowFocus: false },
    },
  });
}

function connectTo(queries: QueryClient, now: number): Live {
  const clock = new ServerClock();
  clock.observe(now);
  const deadlines = new Deadlines();
  const trend = new Trend();
  const stand = (standing: Partial<Summary>) =>
    queries.setQueryData<Summary>(STANDING, (old) => (old ? { ...old, ...standing } : old));
  const link = new LiveLink({
    onSnapshot(subject, message) {
      clock.reset(message.now);
      deadlines.replace(message.rows);
      trend.add(message.counts, message.now);
      stand({ counts: message.counts, trust: message.trust, build: message.build });
      queries.setQueryData(viewKey(subject), fromSnapshot(subject.view, message));
    },
    onDelta(subject, message) {
      clock.observe(message.now);
      if (message.rows) deadlines.put(message.rows);
      if (message.moves) deadlines.move(message.moves);
      if (message.order) deadlines.keep(message.order);
      if (message.counts) {
        trend.add(message.counts, message.now);
        stand({ counts: message.counts });
      }
      queries.setQueryData<LiveView>(viewKey(subject), (old) => old && applyDelta(old, message));
    },
    onHeartbeat(subject, message) {
      clock.observe(message.now);
      stand({ trust: message.trust });
      queries.setQueryData<LiveView>(
        viewKey(subject),
        (old) => old && { ...old, trust: message.trust },
      );
    },
  });
  return { link, clock, deadlines, trend, ticker: new Ticker() };
}

/** The page's clock, ticker and deadlines: the same objects for as long as the page lives. */
export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error('useLive needs a LiveProvider above it');
  return live;
}

/** How the connection stands. */
export function useLinkState(): LinkState {
  const { link } = useLive();
  return useSyncExternalStore(link.subscribe, link.getState, link.getState);
}

/** Counts and trust, from whatever the page watches. */
export function useSummary(): Summary {
  const { data } = useQuery<Summary>({ queryKey: STANDING, queryFn: skipToken });
  if (!data) throw new Error('useSummary needs a LiveProvider above it');
  return data;
}

/**
 * Watches a subject for as long as the component is on screen. `initial` is what the server
 * rendered with; `undefined` until the first snapshot where there is none. With `keepPrevious` a
 * new subject's first snapshot is waited for with what is known of the one before.
 */
export function useLiveView(
  subject: Subject,
  initial?: SnapshotMessage,
  { keepPrevious = false } = {},
): LiveView | undefined {
  const { link } = useLive();
  const query = subjectQuery(subject);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal queries are equal subjects.
  const watched = useMemo(() => subject, [query]);
  useEffect(() => {
    link.watch(watched);
    return () => link.watch({ view: NO_ROWS });
  }, [link, watched]);
  const { data } = useQuery<LiveView>({
    queryKey: viewKey(watched),
    queryFn: skipToken,
    initialData: initial && (() => fromSnapshot(watched.view, initial)),
    placeholderData: keepPrevious ? keepPreviousData : undefined,
  });
  return data;
}
