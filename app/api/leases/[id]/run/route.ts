/** `GET /api/leases/<id>/run`: what the run of a thread is doing, whoever holds it, with the ids of its messages. */

import { HttpError, json, signedIn } from '@/app/api/http.ts';
import { parseLeaseKey } from '@/lib/keys/lease-key.ts';
import { leaseboard } from '@/lib/server.ts';

interface Context {
  params: Promise<{ id: string }>;
}

export const GET = signedIn<Context>(async (_request, _session, { params }) => {
  const { id } = await params;
  const { admin, runs } = leaseboard();
  const target = admin.target(id);
  if (!target) throw new HttpError(404, 'There is no such lease here.');
  if (parseLeaseKey(target.key).kind !== 'thread') throw new HttpError(404, 'It is no thread.');
  const owner = runs.ownerOf(id);
  const lease = { prefix: target.prefix, threadKey: target.key, owner };
  const detail = await runs.reader.detailOf(lease).catch(() => {
    throw new HttpError(503, 'Redis does not answer: it is not known what the run is doing.');
  });
  return json(detail);
});
