/** `GET /api/processes`: who holds how much, and how well each renews. */

import { json, signedIn } from '@/app/api/http.ts';
import { processList } from '@/lib/board/process-list.ts';
import { leaseboard } from '@/lib/server.ts';

export const GET = signedIn(() => {
  const { watch, runs, history } = leaseboard();
  return json({ now: watch.now(), processes: processList(watch, runs, history.reader) });
});
