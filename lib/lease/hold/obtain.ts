/** Getting a lease: once, or again and again until it is free or the wait is over. */

import type { AcquireResult, LeaseProvider } from '../contract.ts';
import { LeaseLostError, LeaseOutcomeUnknownError, LeaseUnavailableError } from '../errors.ts';
import { watchFreed } from './freed.ts';
import { guardOf } from './grant-guard.ts';
import { type LeaseMetrics, measure } from './metrics.ts';
import { onAbort } from './on-abort.ts';
import { validityMs } from './validity.ts';
import { join, type Place } from './waiting-line.ts';

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

/** Between two attempts, in ms: doubled each time from the first to the last, and jittered. */
const FIRST_PAUSE_MS = 20;
const LAST_PAUSE_MS = 500;

/** @throws the signal's reason once it is aborted; a provider's error when that is how it ended. */
export async function obtain(claim: Claim, { signal, waitMs }: Patience): Promise<Obtained> {
  signal?.throwIfAborted();
  if (waitMs === 0) return attempt(claim, signal);

  const giveUpAt = claim.now() + waitMs;
  const place = join(claim.provider, claim.key);
  const stopWatching = watchFreed(claim.provider, claim.key);
  let pauseMs = FIRST_PAUSE_MS;
  try {
    for (;;) {
      const isFirst = place.isFirst();
      if (isFirst) {
        const obtained = await patientAttempt(claim, place, giveUpAt, signal);
        if (obtained) return obtained;
      }
      const left = giveUpAt - claim.now();
      if (left <= 0) return conclude(place);
      const longest = isFirst ? pauseMs * (0.5 + Math.random() / 2) : left;
      await place.wait(Math.min(left, longest), signal);
      if (isFirst) pauseMs = Math.min(LAST_PAUSE_MS, pauseMs * 2);
      signal?.throwIfAborted();
    }
  } finally {
    stopWatching();
    place.leave();
  }
}

/** An attempt whose refusal or outage is kept for later: it may be over before the wait is. */
async function patientAttempt(
  claim: Claim,
  place: Place,
  giveUpAt: number,
  signal: AbortSignal | undefined,
): Promise<Obtained | null> {
  try {
    const obtained = await attempt(claim, signal, giveUpAt - claim.now());
    if (obtained.acquired) return obtained;
    place.answer = { holder: obtained.owner };
  } catch (failure) {
    const passing =
      failure instanceof LeaseUnavailableError ||
      failure instanceof LeaseOutcomeUnknownError ||
      failure instanceof LeaseLostError;
    if (!passing) throw failure;
    place.answer = { failure };
  }
  return null;
}

/** How a wait ended that got no lease: refused only where a holder was really seen. */
function conclude({ answer }: Place): Obtained {
  if (answer && 'holder' in answer) return { acquired: false, owner: answer.holder };
  if (answer) throw answer.failure;
  throw new LeaseUnavailableError(
    'acquire: no answer while waiting behind others of this process for the same lease',
  );
}

/**
 * One attempt, given up after `withinMs`. A grant that comes after that, or that was over before it
 * arrived, is given back.
 */
async function attempt(
  claim: Claim,
  signal: AbortSignal | undefined,
  withinMs = Number.POSITIVE_INFINITY,
): Promise<Obtained> {
  const { provider, key, owner, ttlMs, now, metrics } = claim;
  const sentAt = now();
  const report = (outcome: 'granted' | 'refused' | 'failed') =>
    measure(metrics, 'acquire', { key, ms: now() - sentAt, outcome });
  const asked = provider.acquireLease(key, owner, ttlMs);
  try {
    const result = await unlessOver(asked, signal, withinMs);
    if (!result.acquired) {
      report('refused');
      return { acquired: false, owner: result.owner };
    }
    if (now() < sentAt + validityMs(ttlMs)) {
      report('granted');
      return { acquired: true, fence: result.fence, sentAt };
    }
    giveBack(claim, result);
    throw new LeaseLostError(
      `lease ${JSON.stringify(key)} was granted too late: its TTL of ${ttlMs} ms was over before the answer came`,
    );
  } catch (error) {
    report('failed');
    if (signal?.aborted || error instanceof WaitOver) {
      asked.then(
        (result) => giveBack(claim, result),
        () => {},
      );
    }
    if (error instanceof WaitOver) {
      throw new LeaseOutcomeUnknownError(`acquire: no answer within ${Math.ceil(withinMs)} ms`);
    }
    // It may have been granted all the same: delete it behind the attempt, on the same connection.
    if (error instanceof LeaseOutcomeUnknownError) giveBack(claim, { acquired: true });
    throw error;
  }
}

class WaitOver extends Error {
  override readonly name = 'WaitOver';
}

/** The answer; or the signal's reason, or WaitOver, at once. */
async function unlessOver<T>(
  asked: Promise<T>,
  signal: AbortSignal | undefined,
  withinMs: number,
): Promise<T> {
  if (!signal && withinMs === Number.POSITIVE_INFINITY) return asked;
  let timer: NodeJS.Timeout | undefined;
  let stopListening: (() => void) | undefined;
  const over = new Promise<never>((_, reject) => {
    if (signal) stopListening = onAbort(signal, () => reject(signal.reason));
    if (withinMs < Number.POSITIVE_INFINITY) {
      timer = setTimeout(() => reject(new WaitOver()), Math.max(0, withinMs));
    }
  });
  try {
    return await Promise.race([asked, over]);
  } finally {
    clearTimeout(timer);
    stopListening?.();
  }
}

/**
 * Frees a grant that nobody will use. Under an id that others may use too, only a grant that this
 * attempt made, and that very one: everything else is left to its TTL.
 */
function giveBack(
  { provider, key, owner, ownerIsOurs }: Claim,
  { acquired, fence, refreshed }: AcquireResult,
): void {
  if (!acquired) return;
  const isNew = fence !== undefined && !refreshed;
  if (!ownerIsOurs && !isNew) return;
  provider.releaseLease(key, owner, guardOf({ fence })).catch(() => {});
}
