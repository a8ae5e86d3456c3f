'use client';

import { useEffect, useState } from 'react';

/** The time as told by `now`, anew every `everyMs` while the page can be seen. */
export function useNow(now: () => number, everyMs: number): number {
  const [time, setTime] = useState(now);
  useEffect(() => {
    const tick = () => {
      if (document.visibilityState === 'visible') setTime(now());
    };
    tick();
    const timer = setInterval(tick, everyMs);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [now, everyMs]);
  return time;
}
