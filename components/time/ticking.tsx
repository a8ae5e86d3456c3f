'use client';

import { useEffect, useRef } from 'react';
import { useLive } from '../live/live-provider.tsx';
import { writeText } from './write-text.ts';

/** Calls `write` with the server's time at every tick and at every render, for as long as the component is on screen. */
export function useTick(write: (now: number) => void): void {
  const { ticker, clock } = useLive();
  const latest = useRef(write);
  useEffect(() => {
    latest.current = write;
    write(clock.now());
  });
  useEffect(() => ticker.subscribe(() => latest.current(clock.now())), [ticker, clock]);
}

/**
 * Text that depends on the time, written straight into the DOM: time passing renders nothing and
 * is read out to nobody.
 */
export function Ticking({
  text,
  className,
}: {
  /** What to say at this moment on the server's clock. */
  text: (now: number) => string;
  className?: string;
}) {
  const { clock } = useLive();
  const ref = useRef<HTMLSpanElement>(null);
  useTick((now) => ref.current && writeText(ref.current, text(now)));
  return (
    <span ref={ref} className={className} suppressHydrationWarning>
      {text(clock.now())}
    </span>
  );
}
