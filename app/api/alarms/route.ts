/** `GET /api/alarms`: what is wrong on threads that nobody holds, which no lease in the list shows. */

import { json, signedIn } from '@/app/api/http.ts';
import { leaseboard } from '@/lib/server.ts';

export const GET = signedIn(() => {
  const { watch, runs } = leaseboard();
  return json({ now: watch.now(), alarms: runs.alarms() });
});
