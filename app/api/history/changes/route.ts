/** `GET /api/history/changes`: how many changes there were per minute, of what the filter matches. */

import { json, signedIn } from '@/app/api/http.ts';
import { queryOf } from '@/app/api/query.ts';
import { leaseboard } from '@/lib/server.ts';
import { historyQuery, historyQuerySchema } from '../history-query.ts';

/** Stretches of time in one answer: as many bars as are told apart on a wide screen. */
const MOST_STRETCHES = 160;

export const GET = signedIn(async (request) => {
  const query = await historyQuery(queryOf(request, historyQuerySchema));
  const { history, board } = leaseboard();
  return json(history.reader.changes(query, board.now(), MOST_STRETCHES));
});
