/** The lease library: see the guide in docs/. */

export {
  type Adopter,
  type Adoption,
  adoptionOf,
  listAdopters,
} from './adoption/adopters.ts';
export type { AnnouncedOffer, ReceivesOffers } from './adoption/offer.ts';
export { MAX_TTL_MS } from './arguments.ts';
export { BestEffortLeaseProvider, type LeaseStore } from './best-effort.ts';
export type { LeaseChange } from './change.ts';
export type { AcquireResult, GrantGuard, LeaseProvider } from './contract.ts';
export { isLeaseProvider, resolveLeaseProvider } from './detection.ts';
export {
  LeaseArgumentError,
  LeaseConfigurationError,
  LeaseError,
  LeaseHeldError,
  LeaseLostError,
  LeaseOutcomeUnknownError,
  LeaseUnavailableError,
} from './errors.ts';
export type { LeaseOffer } from './hold/adopt.ts';
export type { TellsFreed } from './hold/freed.ts';
export type { HeldLease } from './hold/held-lease.ts';
export { type HoldOptions, holdLease, type RefusedLease } from './hold/hold-lease.ts';
export type { LeaseMetrics, LossCause } from './hold/metrics.ts';
export { withLease } from './hold/with-lease.ts';
export { MemoryLeaseProvider, type MemoryLeaseProviderOptions } from './memory.ts';
export { NoopLeaseProvider } from './noop.ts';
export {
  type GuardedAct,
  type GuardedOutcome,
  type GuardedTransfer,
  releaseIfOwner,
  transferIfOwner,
} from './redis/guarded-acts.ts';
export { type LeaseInfo, listLeases } from './redis/listing.ts';
export { RedisLeaseProvider, type RedisLeaseProviderOptions } from './redis/provider.ts';
export { type HolderRecord, parseRecord } from './redis/record.ts';
export { toLeaseError } from './redis/redis-error.ts';
export {
  type LuaScript,
  type RedisClient,
  type RedisLike,
  runScript,
  runScriptBuffer,
  type ScriptArgument,
} from './redis/script.ts';
export { leaseKeyPrefix, type StoreKeys, storeKeys } from './redis-keys.ts';
