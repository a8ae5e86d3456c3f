'use client';

import { createContext, useContext } from 'react';
import type { Action } from '@/lib/admin/action.ts';
import type { LeaseRow } from '@/lib/board/wire.ts';
import type { Actions, DialogAction } from './actions.ts';

export interface Acts {
  /** Whether this reader may do it here at all: role and switches. */
  may(act: Action): boolean;
  /** Opens the dialog of an act, tied to the lease and the owner as shown. */
  open(act: DialogAction, row: LeaseRow): void;
  /** Whether a dialog is open: the page keeps still meanwhile. */
  busy: boolean;
  /** Whether nobody knows yet who acts here. */
  nameless: boolean;
  actions: Actions;
}

export const ActionsContext = createContext<Acts | null>(null);

/** What the reader may do, and the way to its dialogs. */
export function useActions(): Acts {
  const acts = useContext(ActionsContext);
  if (!acts) throw new Error('useActions needs an ActionsProvider above it');
  return acts;
}
