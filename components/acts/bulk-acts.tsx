'use client';

import { lazy, Suspense, useState } from 'react';
import type { LeaseRow } from '@/lib/observe/wire.ts';
import type { Selection } from '../leases/selection.ts';
import { useMessages } from '../messages/messages-provider.tsx';
import { Button } from '../ui/button.tsx';
import { useActs } from './acts-context.ts';
import { newRequestId } from './request-id.ts';

const BulkDialog = lazy(() =>
  import('./bulk-dialog.tsx').then(({ BulkDialog }) => ({ default: BulkDialog })),
);

/** The acts on everything selected. The list is frozen when a dialog opens. */
export function BulkActs({ selection, limit }: { selection: Selection; limit: number }) {
  const words = useMessages();
  const acts = useActs();
  const [opened, setOpened] = useState<{
    act: 'stop' | 'release';
    rows: LeaseRow[];
    requestId: string;
  } | null>(null);
  const open = (act: 'stop' | 'release') =>
    setOpened({ act, rows: [...selection.values()], requestId: newRequestId() });
  return (
    <>
      {acts.may('stop') ? (
        <Button size="sm" onClick={() => open('stop')}>
          {words.t('table.act.stop')}
        </Button>
      ) : null}
      {acts.may('release') ? (
        <Button size="sm" onClick={() => open('release')}>
          {words.t('table.act.release')}
        </Button>
      ) : null}
      {opened ? (
        <Suspense>
          <BulkDialog
            key={opened.requestId}
            {...opened}
            limit={limit}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
