/**
 * Strict inputs: nothing is coerced, trimmed or rounded, for a lease under a slightly different
 * name or time is no lease. Every function throws LeaseArgumentError and quotes what it got.
 */

import { LeaseArgumentError } from './errors.ts';

/** The longest TTL, a little under 25 days: what fits a signed 32-bit number of milliseconds. */
export const MAX_TTL_MS = 2 ** 31 - 1;

/** A TTL: an integer from 1 to {@link MAX_TTL_MS}, in milliseconds. */
export function checkTtl(ttlMs: unknown): asserts ttlMs is number {
  if (typeof ttlMs !== 'number' || !Number.isInteger(ttlMs) || ttlMs < 1 || ttlMs > MAX_TTL_MS) {
    throw new LeaseArgumentError(
      `ttlMs must be an integer from 1 to ${MAX_TTL_MS} milliseconds, got ${shown(ttlMs)}`,
    );
  }
}

/** A key, owner or prefix: a non-empty string without lone surrogates. NUL is allowed. */
export function checkName(what: string, value: unknown): asserts value is string {
  if (typeof value !== 'string' || value === '') {
    throw new LeaseArgumentError(`${what} must be a non-empty string, got ${shown(value)}`);
  }
  if (!isWellFormed(value)) {
    throw new LeaseArgumentError(
      `${what} must be well-formed text (no lone surrogates), got ${shown(value)}`,
    );
  }
}

/** A time span given as an option: a whole number of milliseconds, at least `least`. */
export function checkSpan(what: string, value: unknown, least: number): asserts value is number {
  if (
    typeof value !== 'number' ||
    !Number.isInteger(value) ||
    value < least ||
    value > MAX_TTL_MS
  ) {
    throw new LeaseArgumentError(
      `${what} must be an integer from ${least} to ${MAX_TTL_MS} milliseconds, got ${shown(value)}`,
    );
  }
}

/** A value as it looks in an error message: typed, and never longer than a line. */
function shown(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
  }
  if (typeof value === 'object' && value !== null)
    return `a ${value.constructor?.name ?? 'object'}`;
  return typeof value === 'function' ? 'a function' : String(value);
}

// A surrogate without its partner. String.prototype.isWellFormed is younger than the ES target.
const LONE_SURROGATE = /\p{Surrogate}/u;

function isWellFormed(text: string): boolean {
  return !LONE_SURROGATE.test(text);
}

/** @throws LeaseArgumentError unless a fence is absent or a decimal string. */
export function checkFence(fence: unknown): void {
  if (fence === undefined) return;
  if (typeof fence === 'string' && /^\d{1,16}$/.test(fence)) return;
  throw new LeaseArgumentError(`fence must be a decimal string; got ${JSON.stringify(fence)}`);
}
