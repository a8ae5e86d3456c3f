/** A holder that takes over leases handed to it. */

import { type AnnouncedOffer, receivesOffers } from '../adoption/offer.ts';
import { LeaseConfigurationError } from '../errors.ts';
import { type HeldLease, RenewedLease } from './held-lease.ts';
import type { Claim } from './obtain.ts';

/** A lease that somebody handed to this holder; it runs out unless it is accepted. */
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
      decline: () => provider.releaseLease(announced.key, owner),
    });
  });
}

async function accept(claim: Claim, { key, fence }: AnnouncedOffer): Promise<HeldLease | null> {
  const { provider, owner, ttlMs, now, metrics } = claim;
  const sentAt = now();
  if (!(await provider.renewLease(key, owner, ttlMs))) return null;
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
