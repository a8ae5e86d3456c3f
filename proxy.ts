import { type NextRequest, NextResponse } from 'next/server';
import { ASKED_HEADER } from '@/app/asked.ts';

/**
 * Tells pages which address was asked for, so that the sign-in can lead back to it. It decides
 * nothing: every page, route and action checks the session for itself.
 */
export function proxy(request: NextRequest): NextResponse {
  const headers = new Headers(request.headers);
  headers.set(ASKED_HEADER, `${request.nextUrl.pathname}${request.nextUrl.search}`);
  return NextResponse.next({ request: { headers } });
}

/** Pages alone. */
export const config = { matcher: '/((?!api/|_next/|sign-in|healthz|readyz|.*\\.svg$).*)' };
