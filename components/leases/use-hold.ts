'use client';

import { useEffect, useRef, useState } from 'react';

const POINTER_REST_MS = 4000;

/**
 * Whether the pointer is at work in the list: it moved there within the last four seconds. Returns
 * the listeners for the list.
 */
export function usePointing(): {
  pointing: boolean;
  handlers: { onPointerMove(): void; onPointerLeave(): void };
} {
  const [pointing, setPointing] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const handlers = {
    onPointerMove: () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setPointing(false), POINTER_REST_MS);
      setPointing(true);
    },
    onPointerLeave: () => {
      clearTimeout(timer.current);
      setPointing(false);
    },
  };
  return { pointing, handlers };
}

/** The value as it was when `keep` became true, for as long as it is; else `null`. */
export function useKept<Value>(value: Value, keep: boolean): Value | null {
  const [kept, setKept] = useState<{ value: Value } | null>(null);
  if (keep && kept === null) {
    setKept({ value });
    return value;
  }
  if (!keep && kept !== null) {
    setKept(null);
    return null;
  }
  return kept?.value ?? null;
}
