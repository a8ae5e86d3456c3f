/** `POST /api/leases/<id>/{stop,release,transfer,hold}`: the acts, for programs. */

import { randomUUID } from 'node:crypto';
import { actorOf, waitBeforeActing } from '@/app/actor.ts';
import { HttpError, json, signedIn, tooMany } from '@/app/api/http.ts';
import { ACTIONS } from '@/lib/admin/action.ts';
import { actionInputSchema, problemsOf } from '@/lib/admin/index.ts';
import { leaseboard } from '@/lib/server.ts';

interface Context {
  params: Promise<{ id: string; act: string }>;
}

export const POST = signedIn<Context>(async (request, session, { params }) => {
  const { id, act } = await params;
  const known = ACTIONS.find((name) => name === act);
  if (!known) throw new HttpError(404, `Unknown act; there are ${ACTIONS.join(', ')}.`);
  const { admin } = leaseboard();
  const target = admin.target(id);
  if (!target) throw new HttpError(404, 'There is no such lease here.');
  const body = await bodyOf(request);
  const input = actionInputSchema.safeParse({ requestId: randomUUID(), ...body, leaseId: id });
  if (!input.success) throw new HttpError(400, problemsOf(input.error));
  if (known === 'transfer' && input.data.to === undefined) {
    throw new HttpError(400, 'to: must name the owner to hand over to');
  }

  const waitMs = waitBeforeActing(session);
  if (waitMs > 0) throw tooMany('Too many actions.', waitMs);
  const who = actorOf(session, request.headers);
  const result = await admin.act(known, target, input.data, who);
  if (session.role !== 'operator') throw new HttpError(403, result.detail ?? 'Not allowed.');
  return json(result);
});

async function bodyOf(request: Request): Promise<object> {
  const body: unknown = await request.json().catch(() => null);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw new HttpError(400, 'The body must be a JSON object.');
}
