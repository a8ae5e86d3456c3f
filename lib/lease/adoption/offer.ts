/**
 * Adoption: a holder may say that it takes over leases handed to its owner id. Whoever hands one
 * over announces it; the receiver adopts it by renewing it. Without that a transfer from outside
 * only keeps everyone off until the TTL ends, for nobody is told.
 */

import type { LeaseProvider } from '../contract.ts';

/** A lease that was handed to an adopter. It already holds it, for `ttlMs` from the transfer. */
export interface AnnouncedOffer {
  key: string;
  from: string;
  owner: string;
  fence: string | undefined;
  ttlMs: number;
  /** Why, in the words of who handed it over; may be empty. */
  reason: string;
}

/** An extra of some providers, found by its shape. */
export interface ReceivesOffers {
  /**
   * Advertises that `owner` adopts leases handed to it, and calls `onOffer` for each, until the
   * answered function is called. Resolves once it is advertised.
   */
  receiveOffers(
    owner: string,
    onOffer: (offer: AnnouncedOffer) => void,
  ): Promise<() => Promise<void>>;
  /** As `transferLease`, and announces it to `to`. */
  offerLease(key: string, from: string, to: string, ttlMs: number): Promise<boolean>;
}

export function receivesOffers(
  provider: LeaseProvider,
): provider is LeaseProvider & ReceivesOffers {
  return typeof Reflect.get(provider, 'receiveOffers') === 'function';
}
