/** Backends that can tell when a lease is freed, so that who waits need not ask so often. */

import type { LeaseProvider } from '../contract.ts';
import { giveTurn } from './waiting-line.ts';

/** An extra of some providers, found by its shape. */
export interface TellsFreed {
  /**
   * Calls `onFreed` whenever the lease may have become free: a hint, late or missing where the
   * backend cannot tell. Answers the function that ends it. Never throws.
   */
  watchFreed(key: string, onFreed: () => void): () => void;
}

/** Wakes the first in line when the backend tells that the lease was freed. */
export function watchFreed(provider: LeaseProvider, key: string): () => void {
  if (!tellsFreed(provider)) return () => {};
  return provider.watchFreed(key, () => giveTurn(provider, key));
}

function tellsFreed(provider: LeaseProvider): provider is LeaseProvider & TellsFreed {
  return typeof Reflect.get(provider, 'watchFreed') === 'function';
}
