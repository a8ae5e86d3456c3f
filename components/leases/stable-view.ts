import type { LeaseRow } from '@/lib/board/wire.ts';
import type { LiveView } from '../live/live-view.ts';

/** What the table shows: the live view, or one kept still with the live facts of its rows. */
export interface ShownView {
  order: string[];
  offset: number;
  matched: number;
  /** `null` where a place in the list is not loaded. */
  rowAt(index: number): LeaseRow | null;
  /** Rows that are kept in their place though they have left the live view. */
  isGone(id: string): boolean;
  /** Leases that came or went and are not shown as such yet. */
  heldBack: number;
}

/**
 * Shows `live`, in the order of `kept` where that is given: nothing moves under a pointer, a
 * selection or a dialog, while each row still tells the truth about itself. With `frozen` the rows'
 * facts stand still too.
 */
export function shownView(live: LiveView, kept: LiveView | null, frozen = false): ShownView {
  const base = kept && sameWindow(kept, live) ? kept : live;
  const here = new Set(live.order);
  const known = new Set(base.order);
  const fallback = base.rows;
  const rowOf = (id: string): LeaseRow | null =>
    (frozen ? fallback[id] : live.rows[id]) ?? fallback[id] ?? live.rows[id] ?? null;
  return {
    order: base.order,
    offset: base.view.offset,
    matched: base.matched,
    rowAt: (index) => {
      const id = base.order[index - base.view.offset];
      return id === undefined ? null : rowOf(id);
    },
    isGone: (id) => base !== live && !frozen && !here.has(id),
    heldBack:
      base === live
        ? 0
        : live.order.filter((id) => !known.has(id)).length +
          base.order.filter((id) => !here.has(id)).length,
  };
}

/** Whether both show the same part of the same list, at different times. */
export function sameWindow(a: LiveView, b: LiveView): boolean {
  return (
    a.epoch === b.epoch &&
    a.view.q === b.view.q &&
    a.view.sort === b.view.sort &&
    a.view.offset === b.view.offset
  );
}
