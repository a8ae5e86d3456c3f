'use client';

import { useEffect, useRef, useState } from 'react';

const POINTER_REST_MS = 4000;
const SCROLL_REST_MS = 1500;

/**
 * Whether the reader is at work in the list: the pointer moved there within the last four seconds,
 * or the page was scrolled just now. Returns the listeners for the list.
 */
export function useReaderActive(): {
  atWork: boolean;
  handlers: { onPointerMove(): void; onPointerLeave(): void };
} {
  const [pointing, setPointing] = useState(false);
  const [scrolling, setScrolling] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    let resting: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(resting);
      resting = setTimeout(() => setScrolling(false), SCROLL_REST_MS);
      setScrolling(true);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
      clearTimeout(resting);
      clearTimeout(timer.current);
    };
  }, []);
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
  return { atWork: pointing || scrolling, handlers };
}

/**
 * The value as it was when `keep` became true, for as long as it is; else `null`. One that does not
 * take the `place` of the kept one, being of something else, is kept from then on.
 */
export function useKept<Value>(
  value: Value,
  keep: boolean,
  place: (kept: Value, value: Value) => boolean = () => true,
): Value | null {
  const [kept, setKept] = useState<{ value: Value } | null>(null);
  if (keep && (kept === null || !place(kept.value, value))) {
    setKept({ value });
    return value;
  }
  if (!keep && kept !== null) {
    setKept(null);
    return null;
  }
  return kept?.value ?? null;
}
