'use client';

import { startTransition, useEffect, useState } from 'react';

/**
 * How many of `total` pieces to draw: `first` at first, and one more whenever the browser has nothing
 * better to do, so that much that nobody looks at yet does not hold up what somebody does.
 */
export function useGrowing(total: number, first = 0): number {
  const [count, setCount] = useState(first);
  useEffect(() => {
    if (count >= total) return;
    const grow = () => startTransition(() => setCount((before) => before + 1));
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(grow, 50);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(grow, { timeout: 500 });
    return () => cancelIdleCallback(idle);
  }, [count, total]);
  return Math.min(count, total);
}
