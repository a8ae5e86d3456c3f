/**
 * A lease's id in URLs, APIs and rows: base64url (no padding) of the bytes of its whole Redis key.
 * Bytes, not text: a key may hold NUL, control characters or bytes that are no UTF-8.
 *
 * Runs in Node and in the browser.
 */

const ID = /^[A-Za-z0-9_-]+$/;

/** The id of the lease stored at this Redis key. */
export function leaseIdOf(redisKey: Uint8Array): string {
  let binary = '';
  for (const byte of redisKey) binary += String.fromCharCode(byte);
  return leaseIdOfBinary(binary);
}

/** The same, of a key kept as one character a byte. */
export function leaseIdOfBinary(binary: string): string {
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The Redis key that an id names, or `null` when the text is not the canonical id of any key. */
export function redisKeyOf(leaseId: string): Uint8Array | null {
  const binary = binaryKeyOf(leaseId);
  return binary === null ? null : Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

/** The same, as one character a byte. */
export function binaryKeyOf(leaseId: string): string | null {
  if (!ID.test(leaseId) || leaseId.length % 4 === 1) return null;
  const binary = atob(leaseId.replaceAll('-', '+').replaceAll('_', '/'));
  // Spare bits of the last character must be zero, else two ids would name one key.
  return leaseIdOfBinary(binary) === leaseId ? binary : null;
}
