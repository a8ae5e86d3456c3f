/** `GET /api/history`: changes of owner, newest first, in pages. */

import { HttpError, json, signedIn } from '@/app/api/http.ts';
import { queryOf } from '@/app/api/query.ts';
import { staleFor } from '@/lib/observe/trust.ts';
import { leaseboard } from '@/lib/server.ts';
import { historyQuery, historyQuerySchema } from './history-query.ts';

export const GET = signedIn(async (request) => {
  const query = await historyQuery(queryOf(request, historyQuerySchema));
  const { admin, history, board } = leaseboard();
  if (query.leaseId !== undefined && !admin.target(query.leaseId)) {
    throw new HttpError(404, 'There is no such lease here.');
  }
  const staleMs = staleFor(board.trust(), board.now());
  return json({ ...history.reader.page(query), staleMs });
});
