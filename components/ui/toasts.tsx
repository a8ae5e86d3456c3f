'use client';

import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toastsWanted } from './toast.ts';

const Toaster = lazy(() => import('sonner').then(({ Toaster }) => ({ default: Toaster })));

const LOOK = {
  background: 'var(--panel)',
  color: 'var(--ink)',
  border: '1px solid var(--line)',
  borderRadius: '10px',
  fontFamily: 'inherit',
};

/** Where short confirmations appear, loaded with the first of them; they take no focus and go by themselves. */
export function Toasts() {
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.get, () => false);
  return wanted ? (
    <Suspense>
      <Toaster position="bottom-right" toastOptions={{ style: LOOK }} />
    </Suspense>
  ) : null;
}
