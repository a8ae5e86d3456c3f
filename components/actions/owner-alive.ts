import type { LeaseRow } from '@/lib/board/wire.ts';

/**
 * Whether a lease's owner gives signs of life: it renews in time. Of a lease that is not understood
 * well enough the answer is yes, which asks for more care.
 */
export function isAlive(row: LeaseRow): boolean {
  return row.health !== 'at-risk' && row.health !== 'expired';
}
