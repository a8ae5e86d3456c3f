/** `GET /api/bulk/<requestId>`: how far an act on many leases is. */

import { HttpError, json, signedIn } from '@/app/api/http.ts';
import { leaseboard } from '@/lib/server.ts';

interface Context {
  params: Promise<{ id: string }>;
}

export const GET = signedIn<Context>(async (_request, _session, { params }) => {
  const { id } = await params;
  const progress = leaseboard().bulk.progress(id);
  if (!progress) throw new HttpError(404, 'There is no such act on many leases.');
  return json(progress);
});
