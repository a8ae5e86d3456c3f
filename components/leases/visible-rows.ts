'use client';

import { type RefObject, useEffect, useState } from 'react';

export interface RowRange {
  /** First row to draw, and the one after the last. */
  start: number;
  end: number;
}

const BEYOND = 6;
const ON_SERVER: RowRange = { start: 0, end: 24 };

/**
 * Which rows of a list stand in the window, a few beyond included. Every row is as high as CSS
 * says (`--row`), so a list of 100,000 costs no more than one of thirty; rows are placed by CSS
 * alone, and so are right before any script has run.
 */
export function useVisibleRows(
  list: RefObject<HTMLElement | null>,
  count: number,
  onRange: (range: RowRange) => void,
): RowRange {
  const [range, setRange] = useState(ON_SERVER);
  useEffect(() => onRange(range), [range, onRange]);

  useEffect(() => {
    let frame: number | null = null;
    const measure = () => {
      frame = null;
      const element = list.current;
      if (!element) return;
      const next = rangeOf(element, count);
      setRange((old) => (old.start === next.start && old.end === next.end ? old : next));
    };
    const soon = () => {
      frame ??= requestAnimationFrame(measure);
    };
    measure();
    window.addEventListener('scroll', soon, { passive: true });
    window.addEventListener('resize', soon);
    const resized = new ResizeObserver(soon);
    resized.observe(document.body);
    return () => {
      window.removeEventListener('scroll', soon);
      window.removeEventListener('resize', soon);
      resized.disconnect();
      if (frame !== null) cancelAnimationFrame(frame);
    };
  }, [list, count]);

  return { start: Math.min(range.start, count), end: Math.min(range.end, count) };
}

function rangeOf(list: HTMLElement, count: number): RowRange {
  const rowHeight = rowHeightOf(list);
  const top = -list.getBoundingClientRect().top;
  const start = Math.max(0, Math.floor(top / rowHeight) - BEYOND);
  const end = Math.max(0, Math.ceil((top + window.innerHeight) / rowHeight) + BEYOND);
  return { start: Math.min(start, count), end: Math.min(end, count) };
}

/** The height of a row in pixels, as CSS has it at this width. */
export function rowHeightOf(list: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(list).getPropertyValue('--row')) || 44;
}
