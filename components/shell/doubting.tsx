'use client';

import type { ReactNode } from 'react';
import { useLinkState, useStanding } from '../live/live-provider.tsx';
import { useBrowserLevel } from './browser-level.ts';

/** The frame's inside: fades what is shown while it is in doubt. */
export function Doubting({ children }: { children: ReactNode }) {
  const { trust } = useStanding();
  const { mode } = useLinkState();
  const level = useBrowserLevel();
  const doubt = trust.redis.state === 'down' || level === 'bad' || mode === 'signed-out';
  return (
    <div data-doubt={doubt} className="contents">
      {children}
    </div>
  );
}
