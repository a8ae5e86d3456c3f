/** `GET /api/alarms`: what is wrong on threads that nobody holds, which no lease in the list shows. */

import { json, signedIn } from '@/app/api/http.ts';
import { leaseboard } from '@/lib/server.ts';

export const GET = signedIn(() => {
  const { board, runs } = leaseboard();
  return json({ now: board.now(), alarms: runs.alarms(), notLookedAt: runs.notLookedAt() });
});
