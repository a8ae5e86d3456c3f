/** What sign-in needs to know of a request, read from its headers. */

/**
 * Where a request came from, as far as it can be told: the server puts the socket's address into
 * `x-forwarded-for` unless a proxy did. A sender can forge it, so it is a hint for limits and audit.
 */
export function addressOf(headers: Headers): string {
  const first = headers.get('x-forwarded-for')?.split(',')[0]?.trim();
  return first ? first.slice(0, 64) : 'unknown';
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
  return headers.get('x-forwarded-proto')?.split(',')[0]?.trim() === 'https';
}

/**
 * Whether a request comes from a page of ours. A missing `Origin` is not let through: every
 * browser sends one with a POST, and what is no browser has no cookie to abuse.
 */
export function isSameOrigin(headers: Headers): boolean {
  const origin = headers.get('origin');
  const host = headers.get('x-forwarded-host')?.split(',')[0]?.trim() ?? headers.get('host');
  if (!origin || !host) return false;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}
