'use client';

import { useEffect, useState } from 'react';

export interface RowRange {
  /** First row to draw, and the one after the last. */
  start: number;
  end: number;
}

/** Rows that are drawn above and below those in the window. */
export const BEYOND = 6;
const ON_SERVER: RowRange = { start: 0, end: 24 };

/**
 * Which rows of a list stand in the window, a few beyond included. Every row is as high as CSS
 * says (`--row`), so a list of 100,000 costs no more than one of thirty; rows are placed by CSS
 * alone, and so are right before any script has run.
 *
 * `list` is the element that is on the page now, `null` while there is none: it is measured when
 * it comes. What scrolling brings in is drawn as a transition, so that no frame waits for it.
 */
export function useVisibleRows(
  list: HTMLElement | null,
  count: number,
  onRange: (range: RowRange) => void,
): RowRange {
  const [range, setRange] = useState(ON_SERVER);
  useEffect(() => onRange(range), [range, onRange]);

  useEffect(() => {
    if (!list) return;
    const measure = () => {
      const next = rangeOf(list);
      setRange((old) => (old.start === next.start && old.end === next.end ? old : next));
    };
    measure();
    // At once: scrolling is told before anything writes to the page in that frame, so that reading costs no layout.
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    const resized = new ResizeObserver(measure);
    resized.observe(document.body);
    return () => {
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
      resized.disconnect();
    };
  }, [list]);

  return { start: Math.min(range.start, count), end: Math.min(range.end, count) };
}

function rangeOf(list: HTMLElement): RowRange {
  const rowHeight = rowHeightOf(list);
  const top = -list.getBoundingClientRect().top;
  return {
    start: Math.max(0, Math.floor(top / rowHeight) - BEYOND),
    end: Math.max(0, Math.ceil((top + window.innerHeight) / rowHeight) + BEYOND),
  };
}

/** The height of a row in pixels, as CSS has it at this width. */
export function rowHeightOf(list: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(list).getPropertyValue('--row')) || 44;
}
