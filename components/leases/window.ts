import type { RowRange } from './visible-rows.ts';

/** Rows the browser holds at once; about four screens. */
export const WINDOW_ROWS = 120;
const STEP = 40;

/** Where the window should begin for these rows to be in it; where it is already, when they are. */
export function windowFor({ start, end }: RowRange, offset: number): number {
  if (start >= offset && end <= offset + WINDOW_ROWS) return offset;
  return Math.max(0, Math.floor((start - STEP) / STEP) * STEP);
}
