/** What all API routes have in common: who may call them, and how they answer. */

import type { Session } from '@/lib/auth/session.ts';
import { BAD_CURSOR, hasCode } from '@/lib/platform/error-code.ts';
import { leaseboard } from '@/lib/server.ts';

/** Thrown by a route to answer with `{ error }`; anything else thrown is a fault of ours. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** A JSON answer that nobody keeps. */
export function json(
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } });
}

type Answer<Context> = (
  request: Request,
  session: Session,
  context: Context,
) => Promise<Response> | Response;

/**
 * A route for those who are signed in: 401 to everyone else, 403 to a change asked for with a
 * cookie from a page that is not ours, `{ error }` for every {@link HttpError} thrown inside.
 */
export function signedIn<Context>(answer: Answer<Context>) {
  return async (request: Request, context: Context): Promise<Response> => {
    try {
      return await answer(request, await requireProof(request), context);
    } catch (error) {
      return failure(error);
    }
  };
}

/** Turns what a route threw into its answer. */
function failure(error: unknown): Response {
  if (error instanceof HttpError) {
    return json({ error: error.message }, { status: error.status, headers: error.headers });
  }
  if (error instanceof Error && hasCode(error, BAD_CURSOR)) {
    return json({ error: error.message }, { status: 400 });
  }
  leaseboard().log.error({ err: error }, 'a request failed');
  return json({ error: 'Leaseboard failed to answer; its log says why.' }, { status: 500 });
}

/** The 429 answer to who should wait. */
export function tooMany(message: string, waitMs: number): HttpError {
  return new HttpError(429, message, { 'retry-after': String(Math.ceil(waitMs / 1000)) });
}

async function requireProof(request: Request): Promise<Session> {
  const proof = await leaseboard().auth.prove(request.headers);
  if (!proof.session) {
    if (proof.waitMs > 0) throw tooMany('Too many wrong tokens.', proof.waitMs);
    throw new HttpError(401, 'Sign in, or send a valid token.', { 'www-authenticate': 'Bearer' });
  }
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (
    !reads &&
    proof.session.method === 'cookie' &&
    !leaseboard().auth.isSameOrigin(request.headers)
  ) {
    throw new HttpError(403, 'This request does not come from a page of this dashboard.');
  }
  return proof.session;
}
