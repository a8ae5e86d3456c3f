import type { LeaseRow } from '@/lib/board/wire.ts';

/** Selected leases with the row as it was when last on screen: a lease stays selected wherever it scrolls. */
export type Selection = ReadonlyMap<string, LeaseRow>;

export const NOTHING_SELECTED: Selection = new Map();

/** Selects a lease, or lets it go. */
export function toggled(selection: Selection, row: LeaseRow): Selection {
  const next = new Map(selection);
  if (!next.delete(row.id)) next.set(row.id, row);
  return next;
}

/** Selects every one of these, or, when all are selected already, lets all of them go. */
export function toggledAll(selection: Selection, rows: readonly LeaseRow[]): Selection {
  const next = new Map(selection);
  const all = rows.every((row) => selection.has(row.id));
  for (const row of rows) {
    if (all) next.delete(row.id);
    else next.set(row.id, row);
  }
  return next;
}

/** Selects a span of rows, from the last one touched to this one. */
export function extended(selection: Selection, span: readonly LeaseRow[]): Selection {
  const next = new Map(selection);
  for (const row of span) next.set(row.id, row);
  return next;
}

/** Takes in what is newly known of selected leases. The same object when that is nothing. */
export function refreshed(selection: Selection, rows: Record<string, LeaseRow>): Selection {
  let next: Map<string, LeaseRow> | null = null;
  for (const [id, known] of selection) {
    const row = rows[id];
    if (row && row !== known) {
      next ??= new Map(selection);
      next.set(id, row);
    }
  }
  return next ?? selection;
}
