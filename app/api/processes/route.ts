/** `GET /api/processes`: who holds how much, and how well each renews. */

import { json, signedIn } from '@/app/api/http.ts';
import { processList } from '@/lib/board/process-list.ts';
import { leaseboard } from '@/lib/server.ts';

export const GET = signedIn(() => {
  const { board, runs, history } = leaseboard();
  return json({ now: board.now(), processes: processList(board, runs, history.reader) });
});
