'use client';

import type { SnapshotMessage } from '@/lib/board/wire.ts';
import { useLiveView } from '../live/live-provider.tsx';
import { NO_ROWS } from '../live/view-query.ts';
import { LeaseDetail } from './lease-detail.tsx';
import type { HistoryPage } from './use-lease-history.ts';

/** One lease on its own page, live: the page's stream is about this lease alone. */
export function LeasePage({
  leaseId,
  leaseKey,
  initial,
  initialHistory,
}: {
  leaseId: string;
  leaseKey: string;
  initial: SnapshotMessage;
  initialHistory: HistoryPage;
}) {
  const live = useLiveView({ view: NO_ROWS, leaseId }, initial);
  return (
    <LeaseDetail
      leaseId={leaseId}
      leaseKey={leaseKey}
      row={live?.rows[leaseId] ?? null}
      feed={live?.feed ?? []}
      initialHistory={initialHistory}
    />
  );
}
