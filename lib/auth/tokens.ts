/** The tokens that open the dashboard, and what each of them allows. */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Role } from './session.ts';

export interface Tokens {
  operator: string;
  /** Absent: nobody signs in as a viewer. */
  viewer?: string;
}

/**
 * The role that a token gives, or `null` when it is none of ours. Compares digests in constant
 * time, and always all of them: neither length nor role can be read off the time it takes.
 */
export function roleOf(tokens: Tokens, given: string): Role | null {
  const operator = sameText(given, tokens.operator);
  const viewer = sameText(given, tokens.viewer ?? '') && tokens.viewer !== undefined;
  if (operator) return 'operator';
  return viewer ? 'viewer' : null;
}

/** The token behind a role, `undefined` when that role has none. */
export function tokenOf(tokens: Tokens, role: Role): string | undefined {
  return role === 'operator' ? tokens.operator : tokens.viewer;
}

function sameText(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
