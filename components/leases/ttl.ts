import type { LeaseRow } from '@/lib/board/wire.ts';
import { RENEWAL_GRACE_MS } from '@/lib/observe/health.ts';

type Timing = Pick<LeaseRow, 'ttlMs' | 'renewEveryMs'>;

/** How full the bar is, 0 to 1. A lease whose TTL is not learnt yet counts as just granted. */
export function ttlFraction({ ttlMs }: Pick<LeaseRow, 'ttlMs'>, remainingMs: number): number {
  if (ttlMs === null || ttlMs <= 0) return remainingMs > 0 ? 1 : 0;
  return Math.min(1, Math.max(0, remainingMs / ttlMs));
}

/** Where on the bar the renewals are due, 0 to 1: at most the next two, as health counts them. */
export function renewalTicks({ ttlMs, renewEveryMs }: Timing): number[] {
  if (ttlMs === null || renewEveryMs === null || renewEveryMs <= 0) return [];
  return [1, 2].map((n) => 1 - (n * renewEveryMs) / ttlMs).filter((at) => at > 0.04 && at < 0.96);
}

/** Renewals missed by now: 0, 1 or 2 (two or more). Between messages the bar turns by itself. */
export function missedRenewals({ ttlMs, renewEveryMs }: Timing, remainingMs: number): 0 | 1 | 2 {
  if (ttlMs === null || renewEveryMs === null) return 0;
  const sinceRenewal = ttlMs - remainingMs;
  if (sinceRenewal > 2 * renewEveryMs + RENEWAL_GRACE_MS) return 2;
  return sinceRenewal > renewEveryMs + RENEWAL_GRACE_MS ? 1 : 0;
}
