'use client';

import { useEffect, useLayoutEffect, useReducer, useRef } from 'react';

/** New rows that a frame has time to style, lay out and paint on a slow machine. */
export const PIECE = 6;

/**
 * Which rows of a list are drawn by now: those drawn before, and as many new ones as this frame has
 * time for, however often it renders. The rest follow, a piece a frame. All of the first list is
 * drawn at once, as the server has drawn it.
 *
 * @param wanted ids of the rows, the most urgent first
 */
export function usePieces(wanted: readonly string[]): ReadonlySet<string> {
  const before = useRef<ReadonlySet<string>>(new Set(wanted));
  const left = useRef(PIECE);
  const frame = useRef<number | null>(null);
  const [, drawMore] = useReducer((pieces: number) => pieces + 1, 0);
  const { drawn, fresh } = withFresh(before.current, wanted, left.current);

  useLayoutEffect(() => {
    before.current = drawn;
    left.current -= fresh;
    if (left.current === PIECE) return;
    frame.current ??= requestAnimationFrame(() => {
      frame.current = null;
      left.current = PIECE;
      drawMore();
    });
  });
  useEffect(
    () => () => {
      if (frame.current !== null) cancelAnimationFrame(frame.current);
      frame.current = null;
    },
    [],
  );
  return drawn;
}

/** What was drawn of the wanted, and the first so many others. */
function withFresh(
  before: ReadonlySet<string>,
  wanted: readonly string[],
  most: number,
): { drawn: ReadonlySet<string>; fresh: number } {
  const drawn = new Set<string>();
  let fresh = 0;
  for (const id of wanted) {
    if (before.has(id)) drawn.add(id);
    else if (fresh < most) {
      drawn.add(id);
      fresh++;
    }
  }
  return { drawn, fresh };
}
