'use client';

import { useCallback, useMemo, useState } from 'react';
import type { TimeSpan } from './holds.ts';
import { notAhead } from './time-view.ts';

export interface TimeViewState {
  view: TimeSpan;
  /** Shows this stretch. One that reaches the end of the extent goes on following it. */
  show(view: TimeSpan): void;
  /** Shows everything. */
  showAll(): void;
  /** Shows the end, as wide as before, and follows it. */
  follow(): void;
}

interface Stretch {
  /** `null`: all of it. */
  lengthMs: number | null;
  /** `null`: the end of the extent, which moves with time. */
  end: number | null;
}

const EVERYTHING: Stretch = { lengthMs: null, end: null };

/** Keeps which part of `extent` is shown while the extent grows with time, `now`. */
export function useTimeView(extent: TimeSpan, now: number): TimeViewState {
  const [{ lengthMs, end }, setStretch] = useState<Stretch>(EVERYTHING);
  const { from, to } = extent;
  const view = useMemo(() => {
    const length = Math.min(lengthMs ?? to - from, to - from);
    const last = Math.min(end ?? to, to);
    return notAhead({ from: last - length, to: last }, now);
  }, [from, to, lengthMs, end, now]);
  const show = useCallback(
    (next: TimeSpan) => {
      const isAll = next.to - next.from >= to - from;
      const last = notAhead(next, now).to;
      setStretch({
        lengthMs: isAll ? null : next.to - next.from,
        end: last < next.to || next.to >= to ? null : next.to,
      });
    },
    [from, to, now],
  );
  const showAll = useCallback(() => setStretch(EVERYTHING), []);
  const follow = useCallback(() => setStretch((before) => ({ ...before, end: null })), []);
  return { view, show, showAll, follow };
}
