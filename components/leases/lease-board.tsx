'use client';

import { useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import type { LeaseView, SnapshotMessage } from '@/lib/board/wire.ts';
import { useLiveView, useSummary } from '../live/live-provider.tsx';
import { fromSnapshot } from '../live/live-view.ts';
import { BoardContent } from './board-content.tsx';
import { boardUrl } from './board-url.ts';
import { useWindow } from './use-window.ts';

/**
 * The board, live. What arrives is drawn when there is time for it, in pieces: messages render at
 * once by nature, and a screen of new rows in one piece would hold up scrolling and typing.
 */
export function LeaseBoard({
  initial,
  initialView,
  bulkLimit,
}: {
  /** What the server rendered with. */
  initial: SnapshotMessage;
  initialView: LeaseView;
  /** Most leases one act may name. */
  bulkLimit: number;
}) {
  const [{ q, sort }] = useQueryStates(boardUrl);
  const rows = useWindow();
  const view: LeaseView = {
    q,
    health: null,
    kind: null,
    sort,
    limit: rows.limit,
    offset: rows.offset,
  };
  const first = useMemo(() => fromSnapshot(initialView, initial), [initialView, initial]);
  const known = sameView(view, initialView) ? initial : undefined;
  const live = useLiveView({ view }, known, { keepPrevious: true }) ?? first;
  return (
    <BoardContent
      live={live}
      standing={useSummary()}
      onRange={rows.onRange}
      onReset={rows.reset}
      bulkLimit={bulkLimit}
    />
  );
}

function sameView(a: LeaseView, b: LeaseView): boolean {
  return a.q === b.q && a.sort === b.sort && a.offset === b.offset && a.limit === b.limit;
}
