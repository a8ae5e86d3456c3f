import { type NextRequest, NextResponse } from 'next/server';
import { REQUESTED_PATH_HEADER } from '@/app/requested-path.ts';

/**
 * Tells pages which address was asked for, so that the sign-in can lead back to it. It decides
 * nothing: every page, route and action checks the session for itself.
 *
 * An address that is no text (`/leases/%E0%A4%A`) has no page; Next fails on it where it gets that far.
 */
export function proxy(request: NextRequest): NextResponse {
  const headers = new Headers(request.headers);
  headers.set(REQUESTED_PATH_HEADER, `${request.nextUrl.pathname}${request.nextUrl.search}`);
  if (!isText(request.nextUrl.pathname)) {
    return NextResponse.rewrite(new URL('/no-such-page', request.url), { request: { headers } });
  }
  return NextResponse.next({ request: { headers } });
}

function isText(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Pages alone. */
export const config = { matcher: '/((?!api/|_next/|sign-in|healthz|readyz|.*\\.svg$).*)' };
