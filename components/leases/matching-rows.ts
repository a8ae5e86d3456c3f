import type { LeaseRow } from '@/lib/board/wire.ts';
import { address } from '@/lib/http/address.ts';

/** Most rows that the server answers at once. */
export const MOST_ROWS = 1000;

/** How many of those that match can be selected at once: no more than one act may name. */
export function selectable(matched: number, bulkLimit: number): number {
  return Math.min(matched, bulkLimit, MOST_ROWS);
}

/** The first leases that match a search, also those that are not on screen. @throws when the server does not answer. */
export async function matchingRows(q: string, limit: number): Promise<LeaseRow[]> {
  const query = new URLSearchParams({ q, limit: String(limit) });
  const response = await fetch(address(`/api/rows?${query}`));
  if (!response.ok) throw new Error(`rows: ${response.status}`);
  const { rows } = (await response.json()) as { rows: LeaseRow[] };
  return rows;
}
