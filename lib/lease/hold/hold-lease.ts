import { checkName, checkSpan, checkTtl } from '../arguments.ts';
import type { LeaseProvider } from '../contract.ts';
import { adoptFor, type LeaseOffer } from './adopt.ts';
import { type HeldLease, RenewedLease } from './held-lease.ts';
import type { LeaseMetrics } from './metrics.ts';
import { type Claim, obtain } from './obtain.ts';
import { warnOfShortTtl } from './validity.ts';

export interface HoldOptions {
  /**
   * Who holds the lease; a random id of this call's own when absent. With an own id nothing is
   * left behind when the outcome of acquiring is unknown.
   */
  owner?: string;
  /**
   * Time to live without renewal, in ms. Renewed at a third of it. Below 300 ms a busy event loop
   * can lose it, and a warning says so once.
   */
  ttlMs: number;
  /**
   * For how long the lease is renewed at most, in ms; no limit when absent. Then its signal aborts,
   * and what has not ended by the end of the TTL runs without the lease.
   */
  maxHoldMs?: number;
  /**
   * For how long the lease is still renewed after `signal` was aborted, in ms, so that what runs
   * under it can end in order; 30 s when absent. A body that never ends does not keep it for ever.
   */
  abortGraceMs?: number;
  /** Ends waiting, or aborts the lease's own signal, when aborted. */
  signal?: AbortSignal;
  /**
   * How long to wait for a lease that another owner holds, in ms, answers of the backend included;
   * 0 (ask once, as long as the provider takes) when absent.
   */
  waitMs?: number;
  /**
   * Advertises, while the lease is held, that its owner adopts leases transferred to it, and is told of
   * each. Accepting renews it under `ttlMs`. Give such a holder an owner id that means something.
   */
  onOffer?: (offer: LeaseOffer) => void;
  /** What to tell of latencies, contention and losses. */
  metrics?: LeaseMetrics;
  /** A monotonic clock in ms; `performance.now` when absent. */
  now?: () => number;
}

const ABORT_GRACE_MS = 30_000;

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
 * LeaseLostError when the grant was over before its answer came (it is given back), and the
 * provider's errors when the backend cannot answer.
 */
export async function holdLease(
  provider: LeaseProvider,
  key: string,
  options: HoldOptions,
): Promise<HeldLease | RefusedLease> {
  const { ttlMs, signal, waitMs = 0, metrics, now = () => performance.now() } = options;
  const { maxHoldMs, abortGraceMs = ABORT_GRACE_MS } = options;
  checkName('key', key);
  checkTtl(ttlMs);
  checkSpan('waitMs', waitMs, 0);
  checkSpan('abortGraceMs', abortGraceMs, 0);
  if (maxHoldMs !== undefined) checkSpan('maxHoldMs', maxHoldMs, 1);
  if (options.owner !== undefined) checkName('owner', options.owner);
  warnOfShortTtl(ttlMs);
  const owner = options.owner ?? crypto.randomUUID();
  const ownerIsOurs = options.owner === undefined;

  const claim = { provider, key, owner, ttlMs, now, metrics, ownerIsOurs };
  const result = await obtain(claim, { signal, waitMs });
  if (!result.acquired) return { ...result, async [Symbol.asyncDispose]() {} };
  const { fence, sentAt } = result;
  const lease = new RenewedLease({ ...claim, fence, sentAt, signal, maxHoldMs, abortGraceMs });
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
