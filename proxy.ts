import { type NextRequest, NextResponse } from 'next/server';
import { REQUESTED_PATH_HEADER } from '@/app/requested-path.ts';
import { NONCE_HEADER, pagePolicy } from '@/lib/http/response-headers.ts';

/**
 * Gives each page its Content-Security-Policy, with a nonce that Next puts on the scripts it
 * writes, and tells it which address was asked for, so that the sign-in can lead back to it. It
 * decides nothing: every page, route and action checks the session for itself.
 */
export function proxy(request: NextRequest): NextResponse {
  const headers = new Headers(request.headers);
  headers.set(REQUESTED_PATH_HEADER, `${request.nextUrl.pathname}${request.nextUrl.search}`);
  const nonce = newNonce();
  const policy = pagePolicy(nonce);
  headers.set(NONCE_HEADER, nonce);
  // Next reads the nonce from the request, whoever sent one along before.
  headers.set(POLICY_HEADER, policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set(POLICY_HEADER, policy);
  return response;
}

const POLICY_HEADER = 'content-security-policy';

function newNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}

/** Pages alone. Under a base path, that path itself is no match of the second. */
export const config = { matcher: ['/', '/((?!api/|_next/|healthz|readyz|.*\\.svg$).*)'] };
