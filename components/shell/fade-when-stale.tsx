'use client';

import type { ReactNode } from 'react';
import { useLinkState, useSummary } from '../live/live-provider.tsx';
import { useBrowserLevel } from './browser-level.ts';

/**
 * Fades what is shown while it is in doubt: all that is known of Redis inside of it, marked as
 * `fades`. Stands around the page, and in each dialog with such facts, which lies beside the page.
 */
export function FadeWhenStale({ children }: { children: ReactNode }) {
  const { trust } = useSummary();
  const { mode } = useLinkState();
  const level = useBrowserLevel();
  const doubt = trust.redis.state === 'down' || level === 'bad' || mode === 'signed-out';
  return (
    <div data-doubt={doubt} className="contents">
      {children}
    </div>
  );
}
