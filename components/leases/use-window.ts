'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { RowRange } from './visible-rows.ts';
import { WINDOW_ROWS, windowFor } from './window.ts';

const SETTLE_MS = 90;

/** Which part of the list the server is asked for: it follows the scrolling, once that settles. */
export function useWindow(): {
  limit: number;
  offset: number;
  onRange: (range: RowRange) => void;
  /** Back to the beginning, for another search or order. */
  reset: () => void;
} {
  const [offset, setOffset] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onRange = useCallback((range: RowRange) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOffset((old) => windowFor(range, old)), SETTLE_MS);
  }, []);
  const reset = useCallback(() => {
    clearTimeout(timer.current);
    setOffset(0);
  }, []);
  return { limit: WINDOW_ROWS, offset, onRange, reset };
}
