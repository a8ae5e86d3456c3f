'use client';

import { useCallback, useEffect, useRef } from 'react';

/** Runs the newest of the calls made since the last frame, once a frame. */
export function useFrame<T>(act: (value: T) => void): (value: T) => void {
  const latest = useRef(act);
  latest.current = act;
  const waiting = useRef<{ value: T; frame: number } | null>(null);
  useEffect(() => () => cancelAnimationFrame(waiting.current?.frame ?? 0), []);
  return useCallback((value: T) => {
    if (waiting.current) {
      waiting.current.value = value;
      return;
    }
    const frame = requestAnimationFrame(() => {
      const ready = waiting.current;
      waiting.current = null;
      if (ready) latest.current(ready.value);
    });
    waiting.current = { value, frame };
  }, []);
}
