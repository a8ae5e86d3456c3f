'use client';

import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import type { Action } from '@/lib/admin/action.ts';
import type { LeaseRow } from '@/lib/board/wire.ts';
import type { Actions, DialogAction } from './actions.ts';
import { ActionsContext, type Acts } from './actions-context.ts';
import { newRequestId } from './request-id.ts';

const ActionDialog = lazy(() =>
  import('./action-dialog.tsx').then(({ ActionDialog }) => ({ default: ActionDialog })),
);

interface Open {
  act: DialogAction;
  row: LeaseRow;
  /** Made once per opening, so that a double click has one effect. */
  requestId: string;
}

/** Gives the page its acts and holds the one dialog they happen in, loaded when first needed. */
export function ActionsProvider({
  actions,
  allowed,
  nameless,
  children,
}: {
  actions: Actions;
  allowed: readonly Action[];
  /** Whether this session has no name yet. */
  nameless: boolean;
  children: ReactNode;
}) {
  const [opened, setOpened] = useState<Open | null>(null);
  const open = useCallback((act: DialogAction, row: LeaseRow) => {
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
    <ActionsContext value={acts}>
      {children}
      {opened ? (
        <Suspense>
          <ActionDialog key={opened.requestId} {...opened} onClose={() => setOpened(null)} />
        </Suspense>
      ) : null}
    </ActionsContext>
  );
}
