'use client';

import { Toaster } from 'sonner';

/** Where short confirmations appear; they take no focus and go by themselves. */
export function Toasts() {
  return (
    <Toaster
      position="bottom-right"
      toastOptions={{
        style: {
          background: 'var(--panel)',
          color: 'var(--ink)',
          border: '1px solid var(--line)',
          borderRadius: '10px',
          fontFamily: 'inherit',
        },
      }}
    />
  );
}
