/** `GET /api/stream`: a view and what changes in it, as server-sent events. */

import { HttpError, signedIn } from '@/app/api/http.ts';
import { viewOf } from '@/app/api/view.ts';
import { leaseboard } from '@/lib/server.ts';

export const dynamic = 'force-dynamic';

export const GET = signedIn((request, session) => {
  const { admin, auth, streams } = leaseboard();
  const leaseId = new URL(request.url).searchParams.get('lease') ?? undefined;
  if (leaseId !== undefined && !admin.target(leaseId)) {
    throw new HttpError(404, 'There is no such lease here.');
  }
  const body = streams.open({
    view: viewOf(request),
    leaseId,
    signal: request.signal,
    stillAllowed: () => auth.stillGood(session),
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      // `no-transform`: compressed, a stream would be held back until enough of it came together.
      'cache-control': 'no-cache, no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  });
});
