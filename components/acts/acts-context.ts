'use client';

import { createContext, useContext } from 'react';
import type { Act } from '@/lib/admin/act.ts';
import type { LeaseRow } from '@/lib/board/wire.ts';
import type { Actions, DialogAct } from './actions.ts';

export interface Acts {
  /** Whether this reader may do it here at all: role and switches. */
  may(act: Act): boolean;
  /** Opens the dialog of an act, tied to the lease and the owner as shown. */
  open(act: DialogAct, row: LeaseRow): void;
  /** Whether a dialog is open: the page keeps still meanwhile. */
  busy: boolean;
  /** Whether nobody knows yet who acts here. */
  nameless: boolean;
  actions: Actions;
}

export const ActsContext = createContext<Acts | null>(null);

/** What the reader may do, and the way to its dialogs. */
export function useActs(): Acts {
  const acts = useContext(ActsContext);
  if (!acts) throw new Error('useActs needs an ActsProvider above it');
  return acts;
}
