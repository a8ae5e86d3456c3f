/**
 * Names an owner by its bytes where its text does not: a text that was cut, or that stands for bytes
 * that are no text, may be that of many owners. Actions compare the digest, people see its beginning.
 */

import { createHash } from 'node:crypto';

/** SHA-256 in base64url: 43 characters. */
export function ownerDigestOf(owner: Uint8Array): string {
  return createHash('sha256').update(owner).digest('base64url');
}
