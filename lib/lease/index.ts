/** The lease library: see the guide in docs/. */

export { MAX_TTL_MS } from './arguments.ts';
export type { LeaseChange } from './change.ts';
export type { AcquireResult, LeaseProvider } from './contract.ts';
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
export { MemoryLeaseProvider, type MemoryLeaseProviderOptions } from './memory.ts';
export { NoopLeaseProvider } from './noop.ts';
export {
  type GuardedAct,
  type GuardedOutcome,
  type GuardedTransfer,
  releaseIfOwner,
  transferIfOwner,
} from './redis/guarded-acts.ts';
export { RedisLeaseProvider, type RedisLeaseProviderOptions } from './redis/provider.ts';
export { toLeaseError } from './redis/redis-error.ts';
export {
  type LuaScript,
  type RedisClient,
  runScript,
  runScriptBuffer,
  type ScriptArgument,
} from './redis/script.ts';
export { leaseKeyPrefix, type StoreKeys, storeKeys } from './redis-keys.ts';
