/** What sign-in needs to know of a request, read from its headers. */

import { TrustedProxies } from './trusted-proxies.ts';

/** The address of the socket, put in by our own server in place of whatever was sent under that name. */
export const PEER_HEADER = 'x-leaseboard-peer';

const NOBODY = new TrustedProxies();

/**
 * Where a request came from: the socket's address or, through proxies that are trusted, the last
 * address before them, read from the right. What anybody else puts into `x-forwarded-for` counts nothing.
 */
export function addressOf(headers: Headers, trusted: TrustedProxies = NOBODY): string {
  let address = headers.get(PEER_HEADER) ?? 'unknown';
  const hops = (headers.get('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
  while (trusted.has(address) && hops.length > 0) address = hops.pop() || address;
  return address.replace(/^::ffff:(?=\d+\.)/i, '').slice(0, 64);
}

/** Whether a trusted proxy passed the request on: only then its `x-forwarded-…` headers are believed. */
function isForwarded(headers: Headers, trusted: TrustedProxies): boolean {
  return trusted.has(headers.get(PEER_HEADER) ?? '');
}

/** The token of `Authorization: Bearer <token>`, or `null`. */
export function bearerOf(headers: Headers): string | null {
  return /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null;
}

/** The value of a cookie, or `null`. */
export function cookieOf(headers: Headers, name: string): string | null {
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return null;
}

/** Whether the browser reached us over TLS, directly or through a proxy that says so. */
export function isHttps(headers: Headers): boolean {
  // Saying so falsely makes a cookie of one's own Secure, and nothing else.
  return headers.get('x-forwarded-proto')?.split(',')[0]?.trim() === 'https';
}

/** What counts as a page of ours. */
export interface OwnPages {
  /** Origins as set; none: that of the `Host` which was asked for. */
  origins: readonly string[];
  trusted: TrustedProxies;
}

const BY_HOST: OwnPages = { origins: [], trusted: NOBODY };

/**
 * Whether a request comes from a page of ours. A missing `Origin` is not let through: every
 * browser sends one with a POST, and what is no browser has no cookie to abuse.
 */
export function isSameOrigin(headers: Headers, { origins, trusted }: OwnPages = BY_HOST): boolean {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  if (!origin || (site !== null && site !== 'same-origin')) return false;
  if (origins.length > 0) return origins.includes(origin);
  const forwarded = isForwarded(headers, trusted) ? headers.get('x-forwarded-host') : null;
  const host = forwarded?.split(',')[0]?.trim() ?? headers.get('host');
  if (!host || !URL.canParse(origin)) return false;
  const { host: originHost, protocol } = new URL(origin);
  // Where a browser says that both are one, TLS ended at a proxy that need not be trusted.
  const isScheme = protocol === (isHttps(headers) ? 'https:' : 'http:') || site === 'same-origin';
  return originHost === host && isScheme;
}

/**
 * Whether a link that signs in may do so by itself: opened by the person (typed, or from a terminal)
 * or from a page of ours. A link or an image on another site must not replace a session.
 */
export function isOwnNavigation(headers: Headers, signedIn: boolean): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) {
    const mode = headers.get('sec-fetch-mode');
    return (site === 'none' || site === 'same-origin') && (mode === null || mode === 'navigate');
  }
  return !signedIn && headers.get('referer') === null;
}
