'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { RowRange } from './visible-rows.ts';
import { WINDOW_ROWS, windowFor } from './window.ts';

const FOLLOW_MS = 120;

/** Which part of the list the server is asked for: it follows the scrolling, a few times a second. */
export function useWindow(): {
  limit: number;
  offset: number;
  onRange: (range: RowRange) => void;
  /** Back to the beginning, for another search or order. */
  reset: () => void;
} {
  const [offset, setOffset] = useState(0);
  const latest = useRef<RowRange | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const forget = useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
  }, []);
  useEffect(() => forget, [forget]);
  const onRange = useCallback((range: RowRange) => {
    latest.current = range;
    timer.current ??= setTimeout(() => {
      timer.current = null;
      setOffset((old) => (latest.current ? windowFor(latest.current, old) : old));
    }, FOLLOW_MS);
  }, []);
  const reset = useCallback(() => {
    forget();
    setOffset(0);
  }, [forget]);
  return { limit: WINDOW_ROWS, offset, onRange, reset };
}
