/** `GET /api/snapshot`: a view once, as the first message of a stream has it. For pages that cannot have a stream of their own. */

import { HttpError, json, signedIn } from '@/app/api/http.ts';
import { viewOf } from '@/app/api/view.ts';
import { leaseboard } from '@/lib/server.ts';

export const GET = signedIn((request) => {
  const { admin, streams } = leaseboard();
  const leaseId = new URL(request.url).searchParams.get('lease');
  if (leaseId !== null && !admin.target(leaseId)) {
    throw new HttpError(404, 'There is no such lease here.');
  }
  return json(streams.snapshot({ view: viewOf(request), leaseId }));
});
