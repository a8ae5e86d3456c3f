import { checkName, checkSpan, checkTtl } from '../arguments.ts';
import type { LeaseProvider } from '../contract.ts';
import { adoptFor, type LeaseOffer } from './adopt.ts';
import { type HeldLease, RenewedLease } from './held-lease.ts';
import type { LeaseMetrics } from './metrics.ts';
import { type Claim, obtain } from './obtain.ts';

export interface HoldOptions {
  /**
   * Who holds the lease; a random id of this call's own when absent. With an own id nothing is
   * left behind when the outcome of acquiring is unknown.
   */
  owner?: string;
  /** Time to live without renewal, in ms. Renewed at a third of it. */
  ttlMs: number;
  /** Ends waiting, or aborts the lease's own signal, when aborted. */
  signal?: AbortSignal;
  /** How long to wait for a lease that another owner holds, in ms; 0 (ask once) when absent. */
  waitMs?: number;
  /**
   * Advertises, while the lease is held, that its owner adopts leases handed to it, and is told of
   * each. Accepting renews it under `ttlMs`. Give such a holder an owner id that means something.
   */
  onOffer?: (offer: LeaseOffer) => void;
  /** What to tell of latencies, contention and losses. */
  metrics?: LeaseMetrics;
  /** A monotonic clock in ms; `performance.now` when absent. */
  now?: () => number;
}

/** Another owner holds the lease, and kept it for all the time waited. */
export interface RefusedLease extends AsyncDisposable {
  readonly acquired: false;
  /** Who holds it; `undefined` when that owner vanished in between. */
  readonly owner: string | undefined;
}

/**
 * Acquires a lease and keeps it renewed until it is released or lost. Losing the race is a value:
 * look at `acquired` first.
 *
 *     await using lease = await holdLease(leases, 'report', { ttlMs: 15_000 });
 *     if (!lease.acquired) return routeTo(lease.owner);
 *
 * @throws LeaseArgumentError for wrong input, the signal's reason when it is aborted while waiting,
 * and the provider's errors when the backend cannot answer.
 */
export async function holdLease(
  provider: LeaseProvider,
  key: string,
  options: HoldOptions,
): Promise<HeldLease | RefusedLease> {
  const { ttlMs, signal, waitMs = 0, metrics, now = () => performance.now() } = options;
  checkName('key', key);
  checkTtl(ttlMs);
  checkSpan('waitMs', waitMs, 0);
  if (options.owner !== undefined) checkName('owner', options.owner);
  const owner = options.owner ?? crypto.randomUUID();
  const ownerIsOurs = options.owner === undefined;

  const claim = { provider, key, owner, ttlMs, now, metrics, ownerIsOurs };
  const result = await obtain(claim, { signal, waitMs });
  if (!result.acquired) return { ...result, async [Symbol.asyncDispose]() {} };
  const { fence, sentAt } = result;
  const lease = new RenewedLease({ ...claim, fence, sentAt, signal });
  if (options.onOffer) await advertiseWhileHeld(lease, claim, options.onOffer);
  return lease;
}

async function advertiseWhileHeld(
  lease: RenewedLease,
  claim: Claim,
  onOffer: (offer: LeaseOffer) => void,
): Promise<void> {
  try {
    lease.onEnd(await adoptFor(claim, onOffer));
  } catch (error) {
    await lease[Symbol.asyncDispose]();
    throw error;
  }
}
