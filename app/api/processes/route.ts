/** `GET /api/processes`: who holds how much, and how well each renews. */

import { json, signedIn } from '@/app/api/http.ts';
import { processesOf } from '@/lib/observe/processes.ts';
import { leaseboard } from '@/lib/server.ts';

export const GET = signedIn(() => {
  const { watch, runs } = leaseboard();
  return json({ now: watch.now(), processes: processesOf(watch, (id) => runs.cardOf(id)) });
});
