import type { AnnouncedOffer, ReceivesOffers } from '../adoption/offer.ts';
import { checkFence, checkName, checkSpan, checkTtl } from '../arguments.ts';
import type { AcquireResult, GrantGuard, LeaseProvider } from '../contract.ts';
import {
  LeaseArgumentError,
  LeaseConfigurationError,
  LeaseOutcomeUnknownError,
  LeaseUnavailableError,
} from '../errors.ts';
import type { TellsFreed } from '../hold/freed.ts';
import { FreedWatch } from './freed-watch.ts';
import { GuardedCalls, type Reply } from './guarded-call.ts';
import { LeaseKeyspace } from './lease-keys.ts';
import { type LeaseInfo, listLeases, readLease } from './listing.ts';
import { acquire, read, release, renew, transfer } from './lua-scripts.ts';
import { announce, OfferInbox } from './offers.ts';
import { clientOf, isCluster, type RedisClient, type RedisLike } from './script.ts';
import { Sweeper } from './sweep.ts';

export interface RedisLeaseProviderOptions {
  /**
   * An ioredis client (5.4 or newer, or 6), made and closed by the caller. Any options will do but
   * `keyPrefix`, which moves keys to where nobody else looks for them.
   */
  redis: RedisLike;
  /** Text before `:lease:<key>` in Redis; `mastra:topic` when absent, as Mastra has it. */
  keyPrefix?: string;
  /**
   * Whether each change of owner is appended to the history, in the same script. On when absent,
   * except in Redis Cluster, where it cannot be had.
   */
  history?: boolean;
  /** Who the history names as the one that did it, such as a service name; empty when absent. */
  actor?: string;
  /**
   * The longest that one call may take, in ms. When absent 5 s, or where that is less two thirds of
   * the call's TTL: a third for renewals, so that a hung one can be tried again.
   */
  callTimeoutMs?: number;
  /** A monotonic clock in ms; `performance.now` when absent. */
  now?: () => number;
}

const DEFAULT_PREFIX = 'mastra:topic';
const DEFAULT_CALL_TIMEOUT_MS = 5000;

/**
 * Leases in Redis (6.2 or newer, or a server that speaks its protocol), in the layout that Mastra
 * uses. One round trip and one script for each operation. Every grant carries a fencing token.
 *
 * Each method throws, always before its deadline is over: LeaseArgumentError for wrong input,
 * LeaseUnavailableError when the server could not be asked or refused (nothing was done),
 * LeaseConfigurationError when the set-up does not allow it, LeaseOutcomeUnknownError when no
 * answer came. None of these is ever reported as "held by another" or "lost".
 */
export class RedisLeaseProvider implements LeaseProvider, TellsFreed, ReceivesOffers {
  /** A transfer leaves no instant in which the lease is free. */
  readonly atomicTransfer = true;

  readonly #calls: GuardedCalls;
  readonly #keyspace: LeaseKeyspace;
  readonly #redis: RedisClient;
  readonly #prefix: string;
  readonly #sweeper: Sweeper;
  readonly #freed: FreedWatch;
  readonly #inbox: OfferInbox;
  readonly #actor: string;
  readonly #callTimeoutMs: number | undefined;

  /** @throws LeaseArgumentError | LeaseConfigurationError for options that cannot work. */
  constructor(options: RedisLeaseProviderOptions) {
    const { keyPrefix = DEFAULT_PREFIX, actor = '', callTimeoutMs } = options;
    if (typeof options.redis?.evalsha !== 'function') {
      throw new LeaseArgumentError('redis must be an ioredis client');
    }
    const redis = clientOf(options.redis);
    checkName('keyPrefix', keyPrefix);
    if (callTimeoutMs !== undefined) checkSpan('callTimeoutMs', callTimeoutMs, 1);
    refuseClientPrefix(redis);
    const cluster = isCluster(redis);
    if (cluster && options.history) {
      throw new LeaseConfigurationError(
        'history cannot be kept in Redis Cluster: a script may touch one slot only',
      );
    }
    const now = options.now ?? (() => performance.now());
    this.#keyspace = new LeaseKeyspace(keyPrefix, {
      cluster,
      history: options.history ?? !cluster,
    });
    this.#calls = new GuardedCalls(redis, now, actor);
    this.#sweeper = new Sweeper(redis, now);
    this.#redis = redis;
    this.#prefix = keyPrefix;
    this.#freed = new FreedWatch(redis);
    this.#inbox = new OfferInbox(redis, keyPrefix, actor);
    this.#actor = actor;
    this.#callTimeoutMs = callTimeoutMs;
  }

  /**
   * Claims `key` for `owner`, or refreshes it. A lost reply is asked again, which is harmless,
   * until the deadline; after that the lease, if it was granted, is left to its TTL.
   */
  async acquireLease(key: string, owner: string, ttlMs: number): Promise<AcquireResult> {
    checkName('key', key);
    checkName('owner', owner);
    checkTtl(ttlMs);
    const { keys, shared, slot } = this.#keyspace.of(key);
    const reply = await this.#calls.text({
      script: acquire,
      keys,
      args: (notAfterMs) => [owner, ttlMs, notAfterMs, this.#actor],
      slot,
      timeoutMs: this.#timeoutMs(ttlMs),
      idempotent: true,
      batched: { letter: 'a', ttlMs, owner, shared },
    });
    if (!reply.done) return { acquired: false, owner: reply.holder ?? undefined };
    this.#sweeper.nudge({ keys, shared, slot }, reply.serverMs);
    return {
      ...{ acquired: true, owner },
      ...(reply.fence === null ? {} : { fence: reply.fence }),
      ...(reply.refreshed ? { refreshed: true } : {}),
    };
  }

  /** Who holds `key` now. */
  async getLeaseOwner(key: string): Promise<string | undefined> {
    checkName('key', key);
    const { keys, slot } = this.#keyspace.of(key);
    try {
      const reply = await this.#calls.text({
        script: read,
        keys: keys.slice(0, 1),
        args: () => [],
        slot,
        timeoutMs: this.#timeoutMs(),
        idempotent: true,
      });
      return reply.holder ?? undefined;
    } catch (error) {
      if (!(error instanceof LeaseOutcomeUnknownError)) throw error;
      throw new LeaseUnavailableError(error.message, { cause: error.cause });
    }
  }

  /** The lease as it is now, with what is recorded of it; `null` when nobody holds it. */
  async getLease(key: string): Promise<LeaseInfo | null> {
    checkName('key', key);
    return readLease(this.#redis, this.#prefix, key);
  }

  /** Every lease of this deployment; see {@link listLeases}. */
  listLeases(): AsyncGenerator<LeaseInfo, void, undefined> {
    return listLeases({ redis: this.#redis, prefix: this.#prefix });
  }

  /**
   * Frees `key` if `owner` (and, with `guard`, that very grant) holds it. A lost reply is asked again
   * until the deadline, so pass the grant's fence, or give each holder an owner id of its own:
   * otherwise a new grant of the same owner would be freed by the repeated question.
   */
  async releaseLease(key: string, owner: string, guard: GrantGuard = {}): Promise<void> {
    checkName('key', key);
    checkName('owner', owner);
    checkFence(guard.fence);
    const { fence } = guard;
    const { keys, shared, slot } = this.#keyspace.of(key);
    await this.#calls.text({
      script: release,
      keys,
      args: (notAfterMs) => [owner, notAfterMs, this.#actor, '', fence ?? ''],
      slot,
      timeoutMs: this.#timeoutMs(),
      idempotent: true,
      batched: { letter: 'x', ttlMs: 0, owner, fence, shared },
    });
  }

  /** Extends `key` if `owner` (and, with `guard`, that very grant) holds it. */
  async renewLease(
    key: string,
    owner: string,
    ttlMs: number,
    guard: GrantGuard = {},
  ): Promise<boolean> {
    checkName('key', key);
    checkName('owner', owner);
    checkTtl(ttlMs);
    checkFence(guard.fence);
    const { fence } = guard;
    const { keys, shared, slot } = this.#keyspace.of(key);
    const reply = await this.#calls.text({
      script: renew,
      keys: keys.slice(0, 2),
      args: (notAfterMs) => [owner, ttlMs, notAfterMs, fence ?? ''],
      slot,
      timeoutMs: this.#timeoutMs(ttlMs, 1 / 3),
      idempotent: true,
      batched: { letter: 'n', ttlMs, owner, fence, shared },
    });
    return reply.done;
  }

  /**
   * Transfers `key` from `from` to `to`. When the connection broke on the way and `to` is found to hold
   * a grant made during this very call, that is this transfer done the first time: `true`. When
   * `to` may have had it and lost it again meanwhile, LeaseOutcomeUnknownError.
   */
  async transferLease(key: string, from: string, to: string, ttlMs: number): Promise<boolean> {
    return (await this.#transfer(key, from, to, ttlMs)).done;
  }

  /** As {@link transferLease}, and tells `to`, which may adopt it. Rejects when it could not be told. */
  async offerLease(key: string, from: string, to: string, ttlMs: number): Promise<boolean> {
    const { done, fence } = await this.#transfer(key, from, to, ttlMs);
    if (!done) return false;
    const redisKey = this.#keyspace.redisKey(key);
    await announce(this.#redis, this.#prefix, { redisKey, from, to, fence, ttlMs, reason: '' });
    return true;
  }

  /** Advertises that `owner` adopts leases; needs one more connection while anyone does. */
  receiveOffers(
    owner: string,
    onOffer: (offer: AnnouncedOffer) => void,
  ): Promise<() => Promise<void>> {
    checkName('owner', owner);
    return this.#inbox.receive(owner, onOffer);
  }

  /**
   * Calls `onFreed` when the lease is released or runs out, where the server's keyspace events
   * say so. A hint for those who wait; needs one more connection while there are any.
   */
  watchFreed(key: string, onFreed: () => void): () => void {
    checkName('key', key);
    return this.#freed.watch(this.#keyspace.redisKey(key), onFreed);
  }

  async #transfer(key: string, from: string, to: string, ttlMs: number): Promise<Reply<string>> {
    checkName('key', key);
    checkName('from', from);
    checkName('to', to);
    checkTtl(ttlMs);
    const { keys, shared, slot } = this.#keyspace.of(key);
    const timeoutMs = this.#timeoutMs(ttlMs);
    const reply = await this.#calls.text({
      script: transfer,
      keys,
      args: (notAfterMs) => [from, to, ttlMs, notAfterMs, this.#actor],
      slot,
      timeoutMs,
      idempotent: true,
      batched: { letter: 't', ttlMs, owner: from, to, shared },
    });
    return { ...reply, done: reply.done || wasDoneBefore(reply, to, timeoutMs) };
  }

  #timeoutMs(ttlMs = Number.POSITIVE_INFINITY, share = 2 / 3): number {
    return this.#callTimeoutMs ?? Math.min(DEFAULT_CALL_TIMEOUT_MS, Math.ceil(ttlMs * share));
  }
}

/**
 * Whether a transfer that the last attempt could not do was done by an earlier one whose reply was lost.
 * @throws LeaseOutcomeUnknownError where the lease has changed owner since, or nothing is recorded of its holder.
 */
function wasDoneBefore(reply: Reply<string>, to: string, timeoutMs: number): boolean {
  if (!reply.resent) return false;
  if (reply.holder !== null && reply.since !== null) {
    // Granted before this call began: none of its attempts did anything.
    if (reply.since < reply.serverMs - timeoutMs) return false;
    if (reply.holder === to) return true;
  }
  throw new LeaseOutcomeUnknownError(
    'transfer: the connection broke, and the lease may have been transferred and may have changed owner since',
  );
}

function refuseClientPrefix(redis: RedisClient): void {
  const prefix: unknown =
    redis.options.keyPrefix ?? Reflect.get(redis.options, 'redisOptions')?.keyPrefix;
  if (prefix === undefined || prefix === '') return;
  throw new LeaseConfigurationError(
    `the client has keyPrefix ${JSON.stringify(prefix)}: leave it out there and give it to the provider`,
  );
}
