/**
 * What is measured against what. Each contender gets a client of its own, all with the same
 * options, and does the same three things: a pair (acquire and release), an acquire that is
 * refused, and a turn on a key that many want.
 */

import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { Mutex } from 'redis-semaphore';
import Redlock from 'redlock';
import { createLock, IoredisAdapter } from 'redlock-universal';
import { RedisLeaseProvider, withLease } from '../../lib/lease/index.ts';

export interface Contender {
  name: string;
  /** Takes and frees a key that is free. */
  pair(key: string): Promise<void>;
  /** Asks once for a key that another holds. */
  refused(key: string): Promise<void>;
  /** Waits for a key, holds it while `work` runs, frees it. */
  turn(key: string, work: () => Promise<void>): Promise<void>;
  /** The key in Redis, to have it held by another. */
  redisKey(key: string): string;
}

const TTL_MS = 30_000;
const WAIT_MS = 120_000;

/** How often the ones that can only ask again do so, in ms: the shortest that one of them ships with. */
const RETRY_MS = 10;

const COMPARE_AND_DELETE =
  "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";
const COMPARE_AND_EXTEND =
  "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0";

/** This library, with fencing and history on, as it comes. */
function leaseboard(
  redis: Redis,
  leases = new RedisLeaseProvider({ redis, keyPrefix: 'bench' }),
): Contender {
  return {
    name: 'leaseboard (fences, history)',
    async pair(key) {
      const owner = randomUUID();
      await leases.acquireLease(key, owner, TTL_MS);
      await leases.releaseLease(key, owner);
    },
    async refused(key) {
      await leases.acquireLease(key, randomUUID(), TTL_MS);
    },
    async turn(key, work) {
      await withLease(leases, key, { ttlMs: TTL_MS, waitMs: WAIT_MS }, work);
    },
    redisKey: (key) => `bench:lease:${key}`,
  };
}

/** The least that is a lock at all. */
function bare(redis: Redis): Contender {
  const free = script(redis, 'bareFree', COMPARE_AND_DELETE);
  const take = (key: string, owner: string) => redis.set(key, owner, 'PX', TTL_MS, 'NX');
  return {
    name: 'bare SET NX PX + compare-and-delete',
    async pair(key) {
      const owner = randomUUID();
      await take(key, owner);
      await free(key, owner);
    },
    async refused(key) {
      await take(key, randomUUID());
    },
    async turn(key, work) {
      const owner = randomUUID();
      while ((await take(key, owner)) === null) await pause(RETRY_MS);
      await work();
      await free(key, owner);
    },
    redisKey: (key) => key,
  };
}

/** The same, its commands joined by the client's own automatic pipelining. */
function barePipelined(redis: Redis): Contender {
  return {
    ...bare(redis.duplicate({ enableAutoPipelining: true })),
    name: 'bare, auto-pipelining',
  };
}

/** This library over a client with automatic pipelining. */
function leaseboardPipelined(redis: Redis): Contender {
  return {
    ...leaseboard(redis.duplicate({ enableAutoPipelining: true })),
    name: 'leaseboard, auto-pipelining client',
  };
}

/** This library without history: fences alone. */
function leaseboardUnrecorded(redis: Redis): Contender {
  const leases = new RedisLeaseProvider({ redis, keyPrefix: 'bench', history: false });
  return { ...leaseboard(redis, leases), name: 'leaseboard, history off' };
}

const BATCHED_BARE = `local answers = {}
for n, key in ipairs(KEYS) do
  local letter, owner = string.sub(ARGV[n], 1, 1), string.sub(ARGV[n], 2)
  if letter == 'a' then answers[n] = redis.call('SET', key, owner, 'PX', ${TTL_MS}, 'NX') and 1 or 0
  elseif redis.call('GET', key) == owner then answers[n] = redis.call('DEL', key)
  else answers[n] = 0 end
end
return answers`;

/** The bare lock, up to 32 operations of one turn in one script: what batching alone gains. */
function bareBatched(redis: Redis): Contender {
  redis.defineCommand('bareBatched', { lua: BATCHED_BARE });
  const send = Reflect.get(redis, 'bareBatched') as (...args: unknown[]) => Promise<number[]>;
  let gathered: { key: string; argument: string; resolve(answer: number): void }[] = [];
  const flush = () => {
    const batch = gathered;
    gathered = [];
    if (batch.length === 0) return;
    const keys = batch.map(({ key }) => key);
    const args = batch.map(({ argument }) => argument);
    void send.call(redis, keys.length, ...keys, ...args).then((answers) => {
      for (const [n, { resolve }] of batch.entries()) resolve(answers[n] ?? 0);
    });
  };
  const ask = (key: string, argument: string) =>
    new Promise<number>((resolve) => {
      gathered.push({ key, argument, resolve });
      if (gathered.length === 1) process.nextTick(flush);
      else if (gathered.length === 32) flush();
    });
  return {
    name: 'bare, batched by hand',
    async pair(key) {
      const owner = randomUUID();
      await ask(key, `a${owner}`);
      await ask(key, `x${owner}`);
    },
    async refused(key) {
      await ask(key, `a${randomUUID()}`);
    },
    async turn(key, work) {
      const owner = randomUUID();
      while ((await ask(key, `a${owner}`)) === 0) await pause(RETRY_MS);
      await work();
      await ask(key, `x${owner}`);
    },
    redisKey: (key) => key,
  };
}

/** SET NX, then a script that refreshes one's own, then GET for the holder: the usual three. */
function threeCommands(redis: Redis): Contender {
  const free = script(redis, 'threeFree', COMPARE_AND_DELETE);
  const extend = script(redis, 'threeExtend', COMPARE_AND_EXTEND);
  async function take(key: string, owner: string): Promise<boolean> {
    if ((await redis.set(key, owner, 'PX', TTL_MS, 'NX')) === 'OK') return true;
    if (Number(await extend(key, owner, TTL_MS)) === 1) return true;
    await redis.get(key);
    return false;
  }
  return {
    name: 'three commands',
    async pair(key) {
      const owner = randomUUID();
      await take(key, owner);
      await free(key, owner);
    },
    async refused(key) {
      await take(key, randomUUID());
    },
    async turn(key, work) {
      const owner = randomUUID();
      while (!(await take(key, owner))) await pause(RETRY_MS);
      await work();
      await free(key, owner);
    },
    redisKey: (key) => key,
  };
}

function redlock(redis: Redis): Contender {
  const once = new Redlock([redis], { retryCount: 0 });
  const patient = new Redlock([redis], {
    retryCount: -1,
    retryDelay: RETRY_MS,
    retryJitter: RETRY_MS,
  });
  once.on('error', () => {});
  patient.on('error', () => {});
  return {
    name: 'redlock 5.0.0-beta.2',
    async pair(key) {
      const lock = await once.acquire([key], TTL_MS);
      await lock.release();
    },
    async refused(key) {
      await once.acquire([key], TTL_MS).catch(() => {});
    },
    async turn(key, work) {
      const lock = await patient.acquire([key], TTL_MS);
      await work();
      await lock.release();
    },
    redisKey: (key) => key,
  };
}

function redlockUniversal(redis: Redis): Contender {
  const adapter = new IoredisAdapter(redis);
  const lockOn = (key: string, retryAttempts: number) =>
    createLock({ adapter, key, ttl: TTL_MS, retryAttempts, retryDelay: RETRY_MS });
  return {
    name: 'redlock-universal 0.8.5',
    async pair(key) {
      const lock = lockOn(key, 0);
      await lock.release(await lock.acquire());
    },
    async refused(key) {
      await lockOn(key, 0)
        .acquire()
        .catch(() => {});
    },
    async turn(key, work) {
      const lock = lockOn(key, 100);
      for (;;) {
        const handle = await lock.acquire().catch(() => null);
        if (handle === null) continue;
        await work();
        await lock.release(handle);
        return;
      }
    },
    redisKey: (key) => key,
  };
}

function redisSemaphore(redis: Redis): Contender {
  const options = { lockTimeout: TTL_MS, refreshInterval: 0, retryInterval: RETRY_MS };
  return {
    name: 'redis-semaphore 5.8.0',
    async pair(key) {
      const mutex = new Mutex(redis, key, options);
      await mutex.tryAcquire();
      await mutex.release();
    },
    async refused(key) {
      await new Mutex(redis, key, { ...options, acquireAttemptsLimit: 1 }).tryAcquire();
    },
    async turn(key, work) {
      const mutex = new Mutex(redis, key, { ...options, acquireTimeout: WAIT_MS });
      await mutex.acquire();
      await work();
      await mutex.release();
    },
    redisKey: (key) => `mutex:${key}`,
  };
}

/** What is compared at each width: this library, and the least that is a lock, by every way to send it. */
export const WIDTH_CONTENDERS = [
  leaseboard,
  bare,
  threeCommands,
  barePipelined,
  bareBatched,
  leaseboardUnrecorded,
  leaseboardPipelined,
] as const satisfies readonly ((redis: Redis) => Contender)[];

export const CONTENDERS = [
  leaseboard,
  bare,
  threeCommands,
  redlock,
  redlockUniversal,
  redisSemaphore,
];

function script(redis: Redis, name: string, lua: string) {
  redis.defineCommand(name, { numberOfKeys: 1, lua });
  const command = Reflect.get(redis, name) as (...args: (string | number)[]) => Promise<unknown>;
  return (...args: (string | number)[]) => command.apply(redis, args);
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
