/** The session behind a page, an action or a route. Every one of them asks for itself. */

import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { REQUESTED_PATH_HEADER } from '@/app/requested-path.ts';
import type { Session } from '@/lib/auth/index.ts';
import { leaseboard } from '@/lib/server.ts';

/** For pages: the session, or off to the sign-in, which leads back here. */
export async function requireSession(): Promise<Session> {
  const session = await currentSession();
  if (session) return session;
  const asked = (await headers()).get(REQUESTED_PATH_HEADER) ?? '/';
  redirect(asked === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ next: asked })}`);
}

/** For actions, and for pages that look different to guests: the session, or `null`. */
export async function currentSession(): Promise<Session | null> {
  return await leaseboard().auth.sessionFromRequest(await headers());
}
