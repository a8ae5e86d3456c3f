/** The headers that keep other sites away from every answer, and the policy of a page. */

/** On every answer, static files and errors too. */
export const RESPONSE_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // Not `no-referrer`: that makes browsers send `Origin: null` with our own forms.
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'X-DNS-Prefetch-Control': 'off',
};

/** Behind TLS: half a year, for this host alone. */
export const TLS_HEADERS: Readonly<Record<string, string>> = {
  'Strict-Transport-Security': 'max-age=15552000',
};

/** For answers that are no page: nothing in them may load or run, wherever they are opened. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Tells a page its nonce, within the server. */
export const NONCE_HEADER = 'x-leaseboard-nonce';

/** The style sheet that sonner adds when its first message is shown; it knows no nonce. */
export const TOAST_STYLE_HASH = 'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY=';

/** The Content-Security-Policy of one page. `nonce`: 128 random bits in base64, new for each answer. */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    // What runs was put there by this answer, or loaded by what was.
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src-elem 'self' 'nonce-${nonce}' '${TOAST_STYLE_HASH}'`,
    // Widths of bars and columns are style attributes. No foreign text reaches one.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
