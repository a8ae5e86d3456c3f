import { type SearchParams, single } from '@/app/page-props.ts';
import { requireSession } from '@/app/session.ts';
import { LeaseBoard } from '@/components/leases/lease-board.tsx';
import { WINDOW_ROWS } from '@/components/leases/window.ts';
import { parseView, ViewError } from '@/lib/board/index.ts';
import { cutQuery } from '@/lib/board/query/parse-query.ts';
import type { LeaseView } from '@/lib/board/wire.ts';
import { leaseboard } from '@/lib/server.ts';

/** The leases: what needs somebody, the numbers, the table and the changes of owner. */
export default async function LeasesPage({ searchParams }: { searchParams: SearchParams }) {
  await requireSession();
  const { streams, env } = leaseboard();
  const { q, sort } = await searchParams;
  const view = viewOf(cutQuery(single(q)), single(sort));
  return (
    <LeaseBoard
      initial={streams.snapshot({ view })}
      initialView={view}
      bulkLimit={env.LEASEBOARD_BULK_LIMIT}
    />
  );
}

/** The view that a link asks for; a link that asks for nonsense shows everything. */
function viewOf(q: string, sort: string): LeaseView {
  const limit = String(WINDOW_ROWS);
  try {
    return parseView(new URLSearchParams({ q, sort, limit }));
  } catch (error) {
    if (error instanceof ViewError) return parseView(new URLSearchParams({ limit }));
    throw error;
  }
}
