/**
 * Made once per dialog, so that a double click or a second try has one effect. By hand, since
 * `crypto.randomUUID` needs a secure context and many dashboards run on plain HTTP.
 */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
