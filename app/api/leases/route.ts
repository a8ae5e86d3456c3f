/** `GET /api/leases`: the leases a view shows, and how far what is known of them can be relied on. */

import { HttpError, json, signedIn } from '@/app/api/http.ts';
import { viewOf } from '@/app/api/view.ts';
import { type LeaseListing, listedLease } from '@/lib/board/listed-lease.ts';
import { problemOf, problemText } from '@/lib/board/query/query-problem.ts';
import { staleFor } from '@/lib/observe/trust.ts';
import { leaseboard } from '@/lib/server.ts';

export const GET = signedIn((request) => {
  const { board } = leaseboard();
  const view = viewOf(request);
  const problem = problemOf(view.q);
  if (problem?.sure) throw new HttpError(400, `q: ${problemText(problem)}`);
  const { matched, rows } = board.query(view);
  const now = board.now();
  const trust = board.trust();
  const listing: LeaseListing = {
    total: matched,
    leases: rows.map((row) => listedLease(row, now)),
    staleMs: staleFor(trust, now),
    complete: trust.events.complete,
  };
  return json(listing);
});
