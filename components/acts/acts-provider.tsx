'use client';

import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import type { Act } from '@/lib/admin/act.ts';
import type { LeaseRow } from '@/lib/board/wire.ts';
import type { Actions, DialogAct } from './actions.ts';
import { type Acts, ActsContext } from './acts-context.ts';
import { newRequestId } from './request-id.ts';

const ActDialog = lazy(() =>
  import('./act-dialog.tsx').then(({ ActDialog }) => ({ default: ActDialog })),
);

interface Open {
  act: DialogAct;
  row: LeaseRow;
  /** Made once per opening, so that a double click has one effect. */
  requestId: string;
}

/** Gives the page its acts and holds the one dialog they happen in, loaded when first needed. */
export function ActsProvider({
  actions,
  allowed,
  nameless,
  children,
}: {
  actions: Actions;
  allowed: readonly Act[];
  /** Whether this session has no name yet. */
  nameless: boolean;
  children: ReactNode;
}) {
  const [opened, setOpened] = useState<Open | null>(null);
  const open = useCallback((act: DialogAct, row: LeaseRow) => {
    setOpened({ act, row, requestId: newRequestId() });
  }, []);
  const acts = useMemo<Acts>(
    () => ({
      may: (act) => allowed.includes(act),
      open,
      busy: opened !== null,
      nameless,
      actions,
    }),
    [allowed, open, opened, nameless, actions],
  );
  return (
    <ActsContext value={acts}>
      {children}
      {opened ? (
        <Suspense>
          <ActDialog key={opened.requestId} {...opened} onClose={() => setOpened(null)} />
        </Suspense>
      ) : null}
    </ActsContext>
  );
}
