/** `GET /api/leases/<id>`: one lease, as Redis has it now. */

import { HttpError, json, signedIn } from '@/app/api/http.ts';
import { listedLease } from '@/lib/board/listed-lease.ts';
import { leaseboard } from '@/lib/server.ts';

interface Context {
  params: Promise<{ id: string }>;
}

export const GET = signedIn<Context>(async (_request, _session, { params }) => {
  const { id } = await params;
  const { board, admin } = leaseboard();
  if (!admin.target(id)) throw new HttpError(404, 'There is no such lease here.');
  const row = await board.fresh(id).catch(() => {
    throw new HttpError(503, 'Redis does not answer: it is not known who holds this lease.');
  });
  if (!row) throw new HttpError(404, 'Nobody holds this lease.');
  return json(listedLease(row, board.now()));
});
