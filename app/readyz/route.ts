import { json } from '@/app/api/http.ts';
import { leaseboard } from '@/lib/server.ts';

export const dynamic = 'force-dynamic';

/** Readiness: Redis is up and the table is whole. 503 with the reason while it is not. */
export function GET(): Response {
  const reason = leaseboard().notReady();
  return reason === null
    ? json({ status: 'ready' })
    : json({ status: 'not-ready', reason }, { status: 503 });
}
