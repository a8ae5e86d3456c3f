import type { LeaseRow, SnapshotMessage } from '@/lib/board/wire.ts';
import { address } from '@/lib/http/address.ts';
import { NO_ROWS, subjectQuery } from './view-query.ts';

/** One lease as the server has it now; no row while nobody holds it. @throws when it does not answer. */
export async function fetchLease(
  leaseId: string,
  signal: AbortSignal,
): Promise<{ row: LeaseRow | null; key: string | null }> {
  const query = subjectQuery({ view: NO_ROWS, leaseId });
  const response = await fetch(address(`/api/snapshot?${query}`), { signal });
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  const row = ((await response.json()) as SnapshotMessage).rows[0] ?? null;
  return { row, key: row?.key ?? null };
}
