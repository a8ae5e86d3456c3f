'use client';

import { useQueryStates } from 'nuqs';
import { lazy, memo, Suspense, useCallback, useMemo, useState } from 'react';
import type { LeaseRow } from '@/lib/board/wire.ts';
import { useActions } from '../actions/actions-context.ts';
import { needsOf } from '../attention/attention-items.ts';
import { NeedsAttention } from '../attention/needs-attention.tsx';
import { useAlarms } from '../attention/use-alarms.ts';
import { useProblemLeases } from '../attention/use-problem-leases.ts';
import { ChangeFeed } from '../feed/change-feed.tsx';
import type { Summary } from '../live/live-provider.tsx';
import type { LiveView } from '../live/live-view.ts';
import { useMessages } from '../messages/messages-provider.tsx';
import { OverviewTiles } from '../overview/overview-tiles.tsx';
import { usePreferences } from '../preferences/preferences-provider.tsx';
import { BoardSides } from './board-sides.tsx';
import { boardUrl } from './board-url.ts';
import { chosenColumns } from './columns.tsx';
import { EmptyLeases } from './empty-leases.tsx';
import { LeaseTable } from './lease-table.tsx';
import { matchingRows } from './matching-rows.ts';
import { extended, NOTHING_SELECTED, refreshed, toggled, toggledAll } from './selection.ts';
import { sameWindow, shownView } from './stable-view.ts';
import { TableFoot } from './table-foot.tsx';
import { useBoardKeys } from './use-board-keys.ts';
import { useFittingColumns } from './use-fitting-columns.ts';
import { useKept, useReaderActive } from './use-reader-active.ts';
import { ViewsButton } from './views-button.tsx';
import type { RowRange } from './visible-rows.ts';

const LeaseDrawer = lazy(() =>
  import('../lease/lease-drawer.tsx').then(({ LeaseDrawer }) => ({ default: LeaseDrawer })),
);

/**
 * Everything about the leases on one page: what is wrong, the numbers, the table and the feed.
 * Renders only when what it is given changes, or by the reader's own doing.
 */
export const BoardContent = memo(function BoardContent({
  live,
  standing: { counts, trust },
  onRange,
  onReset,
  bulkLimit,
}: {
  live: LiveView;
  standing: Summary;
  /** Told which rows are on screen. */
  onRange: (range: RowRange) => void;
  /** Told that the list begins anew: another search or order. */
  onReset: () => void;
  /** Most leases one act may name. */
  bulkLimit: number;
}) {
  const acts = useActions();
  const words = useMessages();
  const { preferences } = usePreferences();
  const [{ q, sort, lease: openId }, setUrl] = useQueryStates(boardUrl);
  const troubled = useProblemLeases(live);
  const { alarms, notLookedAt } = useAlarms();

  const [selected, setSelected] = useState(NOTHING_SELECTED);
  const selection = refreshed(selected, live.rows);
  if (selection !== selected) setSelected(selection);
  const [anchor, setAnchor] = useState<string | null>(null);
  const [paused, setPaused] = useState(false);
  const { atWork, handlers } = useReaderActive();
  const why = paused
    ? 'paused'
    : acts.busy || openId
      ? 'dialog'
      : selection.size > 0
        ? 'selection'
        : atWork
          ? 'at-work'
          : null;
  // Nothing above the table may come or go under a pointer that is about to press a row.
  const needs = needsOf(troubled);
  const stillNeeds = useKept(needs, atWork) ?? needs;
  const stillAlarms = useKept(alarms, atWork) ?? alarms;
  const shown = shownView(live, useKept(live, why !== null, sameWindow), paused);

  const open = useCallback((row: LeaseRow) => void setUrl({ lease: row.id }), [setUrl]);
  const search = useCallback(
    (query: string) => {
      void setUrl({ q: query });
      onReset();
    },
    [setUrl, onReset],
  );
  const toggle = (row: LeaseRow, span: boolean) => {
    const range = span && anchor ? spanOf(shown.order, anchor, row.id) : null;
    const between = range?.flatMap((id) => live.rows[id] ?? []) ?? null;
    setSelected((old) => (between ? extended(old, between) : toggled(old, row)));
    setAnchor(row.id);
  };
  const keys = useBoardKeys({
    shown,
    onOpen: open,
    onToggle: (row) => toggle(row, false),
    onPause: () => setPaused((old) => !old),
    onEscape: () => setSelected(NOTHING_SELECTED),
  });
  const chosen = useMemo(() => chosenColumns(preferences.columns), [preferences.columns]);
  const { ref: frame, columns, tracks, left } = useFittingColumns(chosen);
  const openRow = openId ? (live.rows[openId] ?? null) : null;

  return (
    <>
      <div className="mb-3.5 flex flex-wrap items-center justify-between gap-2">
        <h1>{words.t('nav.leases')}</h1>
        <ViewsButton
          q={q}
          sort={sort}
          onView={(next) => {
            void setUrl({ q: next.q, sort: next.sort });
            onReset();
          }}
        />
      </div>
      <OverviewTiles counts={counts} query={q} onQuery={search} />
      <NeedsAttention
        needs={stillNeeds}
        alarms={stillAlarms}
        notLookedAt={notLookedAt}
        restart={trust.redis.restart}
        flapping={counts.byHealth.flapping ?? 0}
        onQuery={search}
        onOpen={open}
      />
      <BoardSides
        table={
          <div {...handlers}>
            <LeaseTable
              shown={shown}
              columns={columns}
              tracks={tracks}
              frame={frame}
              sort={sort}
              selection={selection}
              activeId={keys.activeId}
              onSort={(next) => {
                void setUrl({ sort: next });
                onReset();
              }}
              onToggle={toggle}
              onToggleAll={() =>
                setSelected((old) =>
                  toggledAll(
                    old,
                    shown.order.flatMap((id) => live.rows[id] ?? []),
                  ),
                )
              }
              onOpen={open}
              onActivate={(row) => keys.activate(row.id)}
              onRange={onRange}
              empty={<EmptyLeases query={q} held={counts.held} onClear={() => search('')} />}
              foot={
                <TableFoot
                  shown={shown}
                  selection={selection}
                  why={why}
                  filtered={q !== ''}
                  bulkLimit={bulkLimit}
                  noRoomFor={left}
                  onClear={() => setSelected(NOTHING_SELECTED)}
                  onSelectMatching={(count) => {
                    // Without an answer the selection stays what it was, and so says how many it has.
                    matchingRows(q, count).then(
                      (found) => setSelected((old) => extended(old, found)),
                      () => {},
                    );
                  }}
                  onPause={() => setPaused((old) => !old)}
                />
              }
            />
          </div>
        }
        feed={<ChangeFeed feed={live.feed} />}
      />
      {openId ? (
        <Suspense>
          <LeaseDrawer
            key={openId}
            leaseId={openId}
            row={openRow}
            feed={live.feed}
            onClose={() => void setUrl({ lease: null })}
          />
        </Suspense>
      ) : null}
    </>
  );
});

function spanOf(order: readonly string[], from: string, to: string): string[] | null {
  const [a, b] = [order.indexOf(from), order.indexOf(to)];
  return a < 0 || b < 0 ? null : order.slice(Math.min(a, b), Math.max(a, b) + 1);
}
