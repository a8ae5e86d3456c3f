import type { ObservedTrust } from '../observe/observed-trust.ts';
import type { HeldNow, ObservationGap, OwnerChange } from '../observe/owner-change.ts';

/** What the history needs of the lease watch, and nothing more. Times are milliseconds on the observed Redis' clock. */
export interface LeaseSource {
  /** The observed Redis' clock. */
  now(): number;
  /** How far the watch can be trusted at this moment. */
  trust(): ObservedTrust;
  /** Calls back for every change of owner seen, in order per lease. Returns how to stop that. */
  onOwnerChange(listener: (change: OwnerChange) => void): () => void;
  /** Calls back after a time in which changes may have been missed. Returns how to stop that. */
  onGap(listener: (gap: ObservationGap) => void): () => void;
  /** Every lease of this prefix that is held now. */
  heldNow(prefix: string): Iterable<HeldNow>;
}

/** Whether the watch sees every change at this moment: connected, and its scan is done. */
export function isObserving(source: Pick<LeaseSource, 'trust'>): boolean {
  const { redis, events } = source.trust();
  return redis.state === 'up' && events.complete;
}
