'use client';

import { useEffect, useState } from 'react';
import { useLive } from '../live/live-provider.tsx';

/** By then the runs of leases that were found or lost meanwhile have been looked at. */
const SETTLES_MS = 10_000;

/**
 * Whether what was known has had time to be known again since that moment on Redis' clock, in
 * milliseconds: since Redis came back, or was first seen.
 */
export function useSettled(since: number): boolean {
  const { clock } = useLive();
  const [settled, setSettled] = useState(true);
  useEffect(() => {
    const left = since + SETTLES_MS - clock.now();
    setSettled(left <= 0);
    if (left <= 0) return;
    const timer = setTimeout(() => setSettled(true), left);
    return () => clearTimeout(timer);
  }, [since, clock]);
  return settled;
}
