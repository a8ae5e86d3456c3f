/** Getting a lease: once, or again and again until it is free or the wait is over. */

import type { LeaseProvider } from '../contract.ts';
import { LeaseOutcomeUnknownError, LeaseUnavailableError } from '../errors.ts';
import { watchFreed } from './freed.ts';
import { type LeaseMetrics, measure } from './metrics.ts';
import { join } from './waiting-line.ts';

export interface Claim {
  provider: LeaseProvider;
  key: string;
  owner: string;
  ttlMs: number;
  now: () => number;
  metrics: LeaseMetrics | undefined;
  /** Whether nobody else can hold under this owner id, so that giving up may delete it. */
  ownerIsOurs: boolean;
}

export type Obtained =
  | { acquired: true; fence: string | undefined; sentAt: number }
  | { acquired: false; owner: string | undefined };

export interface Patience {
  signal: AbortSignal | undefined;
  waitMs: number;
}

/** Between two questions, in ms: doubled each time from the first to the last, and jittered. */
const FIRST_PAUSE_MS = 20;
const LAST_PAUSE_MS = 500;

/** @throws the signal's reason once it is aborted; a provider's error when that is how it ended. */
export async function obtain(claim: Claim, { signal, waitMs }: Patience): Promise<Obtained> {
  signal?.throwIfAborted();
  if (waitMs === 0) return unlessAborted(claim, attempt(claim), signal);

  const giveUpAt = claim.now() + waitMs;
  const place = join(claim.provider, claim.key);
  const stopWatching = watchFreed(claim.provider, claim.key);
  let pauseMs = FIRST_PAUSE_MS;
  let last: Attempt = { acquired: false, owner: undefined };
  try {
    for (;;) {
      if (place.isFirst()) {
        last = await unlessAborted(claim, patientAttempt(claim), signal);
        if ('acquired' in last && last.acquired) return last;
        const left = giveUpAt - claim.now();
        if (left <= 0) return concluded(last);
        await place.wait(Math.min(left, pauseMs * (0.5 + Math.random() / 2)), signal);
        pauseMs = Math.min(LAST_PAUSE_MS, pauseMs * 2);
      } else {
        const left = giveUpAt - claim.now();
        if (left <= 0) return concluded(last);
        await place.wait(left, signal);
      }
      signal?.throwIfAborted();
    }
  } finally {
    stopWatching();
    place.leave();
  }
}

type Attempt = Obtained | { failed: unknown };

/** An attempt whose outage is kept for later: it may be over before the wait is. */
async function patientAttempt(claim: Claim): Promise<Attempt> {
  try {
    return await attempt(claim);
  } catch (error) {
    const passing =
      error instanceof LeaseUnavailableError || error instanceof LeaseOutcomeUnknownError;
    if (!passing) throw error;
    return { failed: error };
  }
}

function concluded(last: Attempt): Obtained {
  if ('failed' in last) throw last.failed;
  return last;
}

async function attempt(claim: Claim): Promise<Obtained> {
  const { provider, key, owner, ttlMs, now, metrics } = claim;
  const sentAt = now();
  const told = (outcome: 'granted' | 'refused' | 'failed') =>
    measure(metrics, 'acquire', { key, ms: now() - sentAt, outcome });
  try {
    const result = await provider.acquireLease(key, owner, ttlMs);
    told(result.acquired ? 'granted' : 'refused');
    if (!result.acquired) return { acquired: false, owner: result.owner };
    return { acquired: true, fence: result.fence, sentAt };
  } catch (error) {
    told('failed');
    // It may have been granted all the same: delete it behind the attempt, on the same connection.
    if (error instanceof LeaseOutcomeUnknownError) giveBack(claim);
    throw error;
  }
}

/** The attempt's result, or the signal's reason at once; a grant that comes after that is given back. */
async function unlessAborted<Result extends Attempt>(
  claim: Claim,
  attempted: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (!signal) return attempted;
  let stopListening = () => {};
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    stopListening = () => signal.removeEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([attempted, aborted]);
  } catch (error) {
    if (signal.aborted) {
      attempted.then(
        (result) => 'acquired' in result && result.acquired && giveBack(claim),
        () => {},
      );
    }
    throw error;
  } finally {
    stopListening();
  }
}

function giveBack({ provider, key, owner, ownerIsOurs }: Claim): void {
  // Under an id that others may use too, the grant may be theirs: that one is left to its TTL.
  if (ownerIsOurs) provider.releaseLease(key, owner).catch(() => {});
}
