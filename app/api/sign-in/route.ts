/**
 * Trades a token for the session cookie. `GET /sign-in?token=…` (the ready URL, rewritten to here
 * by next.config.js) and the form of the sign-in page. Answers with a redirect either way, so that
 * the token stays in neither the address bar nor the history.
 */

import { isOwnNavigation } from '@/lib/auth/request.ts';
import { address } from '@/lib/http/address.ts';
import { leaseboard } from '@/lib/server.ts';
import { landingOf } from './landing.ts';

export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const session = await leaseboard().auth.sessionFromRequest(request.headers);
  // Not looked at, so no guess either: an image on another site must neither sign in nor lock out.
  if (!isOwnNavigation(request.headers, session !== null)) {
    return redirect('/sign-in?error=other-site');
  }
  return await answer(request, searchParams.get('token'), '', searchParams.get('next'));
}

/** Next would answer a HEAD with GET, which signs in. */
export function HEAD(): Response {
  return redirect('/sign-in');
}

export async function POST(request: Request): Promise<Response> {
  if (!leaseboard().auth.isSameOrigin(request.headers))
    return redirect('/sign-in?error=other-site');
  const form = await request.formData().catch(() => new FormData());
  return await answer(request, text(form, 'token'), text(form, 'name') ?? '', text(form, 'next'));
}

async function answer(
  request: Request,
  token: string | null,
  name: string,
  next: string | null,
): Promise<Response> {
  const landing = landingOf(next);
  const signIn = await leaseboard().auth.signIn(token ?? '', name, request.headers);
  if (signIn.outcome === 'signed-in') return redirect(landing, { 'set-cookie': signIn.cookie });
  const query = new URLSearchParams({ error: signIn.outcome });
  if (signIn.outcome === 'wait') query.set('seconds', String(Math.ceil(signIn.waitMs / 1000)));
  if (landing !== '/') query.set('next', landing);
  return redirect(`/sign-in?${query}`);
}

function redirect(location: string, headers: Record<string, string> = {}): Response {
  return new Response(null, {
    status: 303,
    headers: { location: address(location), 'cache-control': 'no-store', ...headers },
  });
}

function text(form: FormData, name: string): string | null {
  const value = form.get(name);
  return typeof value === 'string' ? value : null;
}
