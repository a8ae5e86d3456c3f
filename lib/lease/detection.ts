/** A lease capability is found by its shape, so that wrappers and other copies of a class work. */

import type { LeaseProvider } from './contract.ts';
import { NoopLeaseProvider } from './noop.ts';

const METHODS = [
  'acquireLease',
  'getLeaseOwner',
  'releaseLease',
  'renewLease',
  'transferLease',
] as const satisfies readonly (keyof LeaseProvider)[];

/** Whether `value` has all five methods of a lease provider. Never throws. */
export function isLeaseProvider(value: unknown): value is LeaseProvider {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false;
  return METHODS.every((method) => typeof Reflect.get(value, method) === 'function');
}

/**
 * The lease provider of a pubsub. Where it has a `getLeaseProvider` method that answer counts,
 * whatever else the object has; else the object itself, if it is one. Nothing usable: the no-op
 * provider, under which everyone wins.
 */
export function resolveLeaseProvider(pubsub: unknown): LeaseProvider {
  const found = hasGetter(pubsub) ? pubsub.getLeaseProvider() : pubsub;
  return isLeaseProvider(found) ? found : NoopLeaseProvider;
}

function hasGetter(value: unknown): value is { getLeaseProvider(): unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'getLeaseProvider') === 'function'
  );
}
