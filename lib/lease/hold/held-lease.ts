import type { LeaseProvider } from '../contract.ts';
import { LeaseLostError } from '../errors.ts';
import { guardOf } from './grant-guard.ts';
import { type LeaseMetrics, type LossCause, measure } from './metrics.ts';
import { onAbort } from './on-abort.ts';
import { validityMs } from './validity.ts';
import { giveTurn } from './waiting-line.ts';

/** A lease that is held and kept renewed, until it is released or lost. */
export interface HeldLease extends AsyncDisposable {
  readonly acquired: true;
  readonly key: string;
  readonly owner: string;
  /** Fencing token of the grant: give it to what the lease protects. `undefined` where the backend does not fence. */
  readonly fence: string | undefined;
  /**
   * Aborted when the lease is lost, before it expires in the backend, whatever the network does;
   * its reason is a LeaseLostError. Also aborted, with the caller's reason, by the caller's signal.
   * Not aborted by `release()`.
   */
  readonly signal: AbortSignal;
  /** Whether the lease is surely held now, by the monotonic clock: right even when timers are late. */
  isHeld(): boolean;
  /** For how many ms from now it is surely held without another renewal; 0 once lost or released. */
  remainingMs(): number;
  /** @throws LeaseLostError when the lease is lost or released. */
  assertHeld(): void;
  /**
   * Stops renewing and frees the lease, once, where it is still this grant. Rejects when the
   * backend could not be asked; the lease then ends with its TTL. `await using` does the same,
   * ignores that, and waits for the answer no longer than the lease is valid.
   */
  release(): Promise<void>;
}

export interface Grant {
  provider: LeaseProvider;
  key: string;
  owner: string;
  ttlMs: number;
  fence: string | undefined;
  /** When the granting call was sent, on `now`'s clock: the TTL cannot have begun earlier. */
  sentAt: number;
  now: () => number;
  signal: AbortSignal | undefined;
  metrics: LeaseMetrics | undefined;
  /** For how long it is renewed at most, in ms. */
  maxHoldMs?: number | undefined;
  /** For how long it is still renewed after the caller's signal was aborted, in ms. */
  abortGraceMs?: number | undefined;
}

/** A failed renewal is tried again after this share of the TTL, within these bounds. */
const RETRY_SHARE = 0.05;
const RETRY_FLOOR_MS = 20;
const RETRY_CEILING_MS = 1000;

export class RenewedLease implements HeldLease {
  readonly acquired = true;
  readonly key: string;
  readonly owner: string;
  readonly fence: string | undefined;

  readonly #grant: Grant;
  readonly #abort = new AbortController();
  /** Before this moment the lease cannot have run out, margin included. */
  #validUntil: number;
  #confirmedAt: number;
  #renewAt = 0;
  #renewTimer: NodeJS.Timeout | undefined;
  #expiryTimer: NodeJS.Timeout | undefined;
  #limitTimer: NodeJS.Timeout | undefined;
  #stopFollowing: (() => void) | undefined;
  #lost: LeaseLostError | undefined;
  #releasing: Promise<void> | undefined;
  #lastFailure: unknown;
  #end: (() => Promise<void>) | undefined;

  constructor(grant: Grant) {
    this.#grant = grant;
    this.key = grant.key;
    this.owner = grant.owner;
    this.fence = grant.fence;
    this.#confirmedAt = grant.sentAt;
    this.#validUntil = grant.sentAt + validityMs(grant.ttlMs);
    if (grant.maxHoldMs !== undefined) this.#limit(grant.maxHoldMs, 'max-hold');
    if (grant.signal?.aborted) this.#followCaller();
    else if (grant.signal) this.#stopFollowing = onAbort(grant.signal, this.#followCaller);
    this.#watchExpiry();
    this.#planRenewal(this.#grant.ttlMs / 3);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  isHeld(): boolean {
    return this.remainingMs() > 0;
  }

  remainingMs(): number {
    if (this.#lost || this.#releasing) return 0;
    const left = this.#validUntil - this.#grant.now();
    if (left > 0) return left;
    this.#lose('unconfirmed');
    return 0;
  }

  assertHeld(): void {
    if (this.isHeld()) return;
    throw this.#lost ?? new LeaseLostError(`lease ${JSON.stringify(this.key)} was released`);
  }

  release(): Promise<void> {
    this.#releasing ??= this.#release();
    return this.#releasing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const leftMs = this.remainingMs();
    const released = this.release().catch(() => {});
    // Once it is lost or has expired, there is no answer worth waiting for.
    if (leftMs > 0) await settledWithin(released, leftMs);
  }

  /** Has something ended together with the lease, whichever way that ends. */
  onEnd(end: () => Promise<void>): void {
    this.#end = end;
    if (this.#lost || this.#releasing) this.#stop();
  }

  async #release(): Promise<void> {
    const { provider } = this.#grant;
    this.#stop();
    const released = provider.releaseLease(this.key, this.owner, guardOf(this));
    // The next in line may ask behind our release on the same connection; once more when it is done.
    giveTurn(provider, this.key);
    try {
      await released;
    } finally {
      giveTurn(provider, this.key);
    }
  }

  readonly #followCaller = (): void => {
    const { signal, abortGraceMs } = this.#grant;
    this.#abort.abort(signal?.reason);
    if (abortGraceMs !== undefined) this.#limit(abortGraceMs, 'abandoned');
  };

  /** Has the lease renewed no longer than that, whatever still runs under it. */
  #limit(ms: number, cause: 'max-hold' | 'abandoned'): void {
    clearTimeout(this.#limitTimer);
    this.#limitTimer = setTimeout(() => this.#lose(cause), ms);
    this.#limitTimer.unref();
  }

  #watchExpiry(): void {
    const left = this.#validUntil - this.#grant.now();
    this.#expiryTimer = setTimeout(
      () => {
        // Renewals only move #validUntil: whoever wakes too early sleeps again.
        if (this.isHeld()) this.#watchExpiry();
      },
      Math.max(0, left),
    );
    this.#expiryTimer.unref();
  }

  #planRenewal(delayMs: number): void {
    const jittered = delayMs * (0.9 + Math.random() * 0.2);
    this.#renewAt = this.#grant.now() + jittered;
    this.#renewTimer = setTimeout(() => void this.#renew(), jittered);
    this.#renewTimer.unref();
  }

  async #renew(): Promise<void> {
    if (!this.isHeld()) return;
    const { provider, ttlMs, now, metrics } = this.#grant;
    const sentAt = now();
    const latenessMs = Math.max(0, sentAt - this.#renewAt);
    const outcome = await this.#askRenewal();
    measure(metrics, 'renewal', { key: this.key, ms: now() - sentAt, latenessMs, outcome });
    // An answer that comes after the validity ended changes nothing: what is lost stays lost.
    if (!this.isHeld()) return;
    if (outcome === 'lost') {
      this.#lose('taken');
      giveTurn(provider, this.key);
    } else if (outcome === 'renewed') {
      this.#confirmedAt = sentAt;
      this.#validUntil = sentAt + validityMs(ttlMs);
      this.#planRenewal(Math.max(0, sentAt + ttlMs / 3 - now()));
    } else {
      this.#planRenewal(clamp(ttlMs * RETRY_SHARE, RETRY_FLOOR_MS, RETRY_CEILING_MS));
    }
  }

  async #askRenewal(): Promise<'renewed' | 'lost' | 'failed'> {
    try {
      const { provider, ttlMs } = this.#grant;
      const renewed = await provider.renewLease(this.key, this.owner, ttlMs, guardOf(this));
      return renewed ? 'renewed' : 'lost';
    } catch (error) {
      this.#lastFailure = error;
      return 'failed';
    }
  }

  #lose(cause: LossCause): void {
    if (this.#lost) return;
    this.#stop();
    this.#lost = new LeaseLostError(`lease ${JSON.stringify(this.key)} ${REASONS[cause]}`, {
      cause: cause === 'unconfirmed' ? this.#lastFailure : undefined,
    });
    const toAbortMs = this.#grant.now() - this.#confirmedAt;
    measure(this.#grant.metrics, 'loss', { key: this.key, cause, toAbortMs });
    this.#abort.abort(this.#lost);
  }

  #stop(): void {
    clearTimeout(this.#renewTimer);
    clearTimeout(this.#expiryTimer);
    clearTimeout(this.#limitTimer);
    this.#stopFollowing?.();
    this.#end?.().catch(() => {});
    this.#end = undefined;
  }
}

const REASONS: Record<LossCause, string> = {
  taken: 'is not held by this owner any more',
  unconfirmed: 'could not be renewed in time',
  'max-hold': 'was held for as long as maxHoldMs allows',
  abandoned: 'is not renewed any more: its caller gave up and the body went on',
};

function settledWithin(settling: Promise<void>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    settling.finally(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
