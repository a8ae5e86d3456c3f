import { json } from '@/app/api/http.ts';
import { leaseboard } from '@/lib/server.ts';

export const dynamic = 'force-dynamic';

/**
 * Liveness: the process answers. Says nothing of Redis, a restart would not help that, and its version
 * only to those who may know it.
 */
export async function GET(request: Request): Promise<Response> {
  const { auth, version } = leaseboard();
  const session = await auth.sessionFromRequest(request.headers);
  return json(session ? { status: 'ok', version } : { status: 'ok' });
}
