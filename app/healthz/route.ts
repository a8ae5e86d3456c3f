import { json } from '@/app/api/http.ts';
import { leaseboard } from '@/lib/server.ts';

export const dynamic = 'force-dynamic';

/** Liveness: the process answers. Says nothing of Redis, a restart would not help that. */
export function GET(): Response {
  return json({ status: 'ok', version: leaseboard().version });
}
