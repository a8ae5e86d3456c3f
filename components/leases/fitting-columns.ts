import type { Column } from './columns.tsx';

/** Of a row beside its columns: the box to select it, and what is left free on both sides. */
const SELECT_PX = 18;
const PADDING_PX = 32;
const GAP_PX = 12;
/** What stands on a phone's card too gives up so much of its room before another column goes. */
const SQUEEZED = 0.8;

export interface FittingColumns {
  columns: readonly Column[];
  /** Those for which there is no room, in their order. */
  left: readonly Column[];
  /** The tracks of the row's grid, the one of the box to select it left out. */
  tracks: string;
}

/**
 * Which columns a table of that width has room for: the last ones go first, and never what a
 * phone shows too. All of them before it was measured (`null`).
 */
export function fittingColumns(columns: readonly Column[], widthPx: number | null): FittingColumns {
  const fitting = [...columns];
  const width = widthPx ?? Number.POSITIVE_INFINITY;
  while (needed(fitting, SQUEEZED) > width) {
    const last = fitting.findLastIndex((column) => column.area === undefined);
    if (last < 0) break;
    fitting.splice(last, 1);
  }
  const squeeze = squeezeFor(fitting, width);
  return {
    columns: fitting,
    left: columns.filter((column) => !fitting.includes(column)),
    tracks: fitting.map((column) => track(column, squeeze)).join(' '),
  };
}

function needed(columns: readonly Column[], squeeze: number): number {
  const each = columns.map((column) => GAP_PX + least(column, squeeze));
  return each.reduce((sum, px) => sum + px, SELECT_PX + PADDING_PX);
}

/** What the squeezed columns are multiplied by, to fit exactly; 1 where there is room. */
function squeezeFor(columns: readonly Column[], width: number): number {
  const over = needed(columns, 1) - width;
  if (over <= 0) return 1;
  const yielding = columns.filter((column) => column.area !== undefined);
  return Math.max(0, 1 - over / yielding.reduce((sum, { leastPx }) => sum + leastPx, 0));
}

function least({ leastPx, area }: Column, squeeze: number): number {
  return area === undefined ? leastPx : Math.floor(leastPx * squeeze);
}

function track(column: Column, squeeze: number): string {
  const px = `${least(column, squeeze)}px`;
  return column.grow === undefined ? px : `minmax(${px}, ${column.grow}fr)`;
}
