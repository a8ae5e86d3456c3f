import type { LeaseProvider } from '../contract.ts';
import { LeaseHeldError } from '../errors.ts';
import type { HeldLease } from './held-lease.ts';
import { type HoldOptions, holdLease } from './hold-lease.ts';

/**
 * Runs `body` while holding a lease, and answers what it answers. The lease is renewed meanwhile
 * and released once the body has settled; nothing that goes wrong with that masks the body's own
 * result or error. The body should stop when `lease.signal` aborts, and hand `lease.fence` to what
 * it writes to.
 *
 * @throws LeaseHeldError when another owner kept the lease for all of `waitMs`; else as holdLease.
 */
export async function withLease<Result>(
  provider: LeaseProvider,
  key: string,
  options: HoldOptions,
  body: (lease: HeldLease) => Result | PromiseLike<Result>,
): Promise<Awaited<Result>> {
  const lease = await holdLease(provider, key, options);
  if (!lease.acquired) {
    const holder = lease.owner === undefined ? 'another owner' : JSON.stringify(lease.owner);
    throw new LeaseHeldError(`lease ${JSON.stringify(key)} is held by ${holder}`, lease.owner);
  }
  try {
    return await body(lease);
  } finally {
    await lease[Symbol.asyncDispose]();
  }
}
