'use client';

import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { LeaseRow } from '@/lib/board/wire.ts';
import { useMessages } from '../messages/messages-provider.tsx';
import { Button } from '../ui/button.tsx';
import { useActions } from './actions-context.ts';
import { newRequestId } from './request-id.ts';

const BulkDialog = lazy(() =>
  import('./bulk-dialog.tsx').then(({ BulkDialog }) => ({ default: BulkDialog })),
);

type BulkAct = 'stop' | 'release';
type Rows = readonly LeaseRow[];

export interface Bulk {
  /** Opens the dialog with the leases as they are now; the list is frozen from then on. */
  open(act: BulkAct, rows: Rows | Promise<Rows>): void;
  /** Whether the last list could not be read. */
  failed: boolean;
  /** To be placed where it outlives the leases it is about: they go when the act is done. */
  dialog: ReactNode;
}

/** The dialog for acts on many leases. */
export function useBulk(limit: number): Bulk {
  const [opened, setOpened] = useState<{ act: BulkAct; rows: Rows; requestId: string } | null>(
    null,
  );
  const [failed, setFailed] = useState(false);
  const open = async (act: BulkAct, rows: Rows | Promise<Rows>) => {
    try {
      setOpened({ act, rows: await rows, requestId: newRequestId() });
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  const dialog = opened ? (
    <Suspense>
      <BulkDialog
        key={opened.requestId}
        {...opened}
        limit={limit}
        onClose={() => setOpened(null)}
      />
    </Suspense>
  ) : null;
  return { open: (act, rows) => void open(act, rows), failed, dialog };
}

/** The buttons for what the reader may do to many leases at once. */
export function BulkButtons({ bulk, rows }: { bulk: Bulk; rows(): Rows | Promise<Rows> }) {
  const words = useMessages();
  const acts = useActions();
  return (['stop', 'release'] as const)
    .filter((act) => acts.may(act))
    .map((act) => (
      <Button key={act} size="sm" onClick={() => bulk.open(act, rows())}>
        {words.t(`table.act.${act}`)}
      </Button>
    ));
}

/** Says that a list could not be read, when that is so. */
export function BulkFailure({ bulk }: { bulk: Bulk }) {
  const words = useMessages();
  if (!bulk.failed) return null;
  return (
    <span role="alert" className="text-risk">
      {words.t('bulk.no-list')}
    </span>
  );
}
