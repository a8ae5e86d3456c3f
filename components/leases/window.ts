import type { RowRange } from './visible-rows.ts';

/** Rows the browser holds at once; about four screens. */
export const WINDOW_ROWS = 120;
/** The next part is asked for before the reader comes to the end of this one. */
const MARGIN = 16;

/**
 * Where the window should begin to hold these rows, with some beyond on both sides: where it is
 * already, when it does, else with the rows in its middle.
 */
export function windowFor({ start, end }: RowRange, offset: number): number {
  const first = Math.max(0, start - MARGIN);
  if (first >= offset && end + MARGIN <= offset + WINDOW_ROWS) return offset;
  return Math.max(0, Math.round((start + end - WINDOW_ROWS) / 2));
}
