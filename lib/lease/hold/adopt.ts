/** A holder that adopts leases transferred to it. */

import { type AnnouncedOffer, receivesOffers } from '../adoption/offer.ts';
import { LeaseConfigurationError } from '../errors.ts';
import { guardOf } from './grant-guard.ts';
import { type HeldLease, RenewedLease } from './held-lease.ts';
import type { Claim } from './obtain.ts';
import { validityMs } from './validity.ts';

/** A lease that somebody transferred to this holder; it expires unless it is accepted. */
export interface LeaseOffer extends AnnouncedOffer {
  /** Adopts it: renews it, and keeps it renewed. `null` when it is not held any more. */
  accept(): Promise<HeldLease | null>;
  /** Frees it at once. */
  decline(): Promise<void>;
}

/**
 * Advertises that the claim's owner adopts leases, under the claim's TTL.
 * @throws LeaseConfigurationError when the provider cannot receive offers.
 */
export function adoptFor(
  claim: Claim,
  onOffer: (offer: LeaseOffer) => void,
): Promise<() => Promise<void>> {
  const { provider, owner } = claim;
  if (!receivesOffers(provider)) {
    throw new LeaseConfigurationError('onOffer needs a provider that receives offers');
  }
  return provider.receiveOffers(owner, (announced) => {
    onOffer({
      ...announced,
      accept: () => accept(claim, announced),
      decline: () => provider.releaseLease(announced.key, owner, guardOf(announced)),
    });
  });
}

async function accept(claim: Claim, announced: AnnouncedOffer): Promise<HeldLease | null> {
  const { provider, owner, ttlMs, now, metrics } = claim;
  const { key, fence } = announced;
  const sentAt = now();
  if (!(await provider.renewLease(key, owner, ttlMs, guardOf(announced)))) return null;
  // An answer that took longer than the lease is valid for is no adoption.
  if (now() >= sentAt + validityMs(ttlMs)) return null;
  return new RenewedLease({
    provider,
    key,
    owner,
    ttlMs,
    fence,
    sentAt,
    now,
    metrics,
    signal: undefined,
  });
}
