import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchRedis, type RedisServer } from '../../../scripts/redis/launch.ts';
import type { LeaseProvider } from '../contract.ts';
import { MemoryLeaseProvider } from '../memory.ts';
import { RedisLeaseProvider } from '../redis/provider.ts';
import { leaseKeyPrefix, storeKeys } from '../redis-keys.ts';

const PREFIX = 'model';

let server: RedisServer;
let redis: Redis;

beforeAll(async () => {
  server = await launchRedis();
  redis = new Redis(server.url);
});

afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

const key = fc.constantFrom('k', 'k\0l', '{k}');
const owner = fc.constantFrom('a', 'b', 'c d');
/** Either does not run out within a run, or has at the next step in time. */
const ttlMs = fc.constantFrom(600_000, 1_200_000);

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('acquire' as const), key, owner, ttlMs }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('renew' as const), key, owner, ttlMs }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('release' as const), key, owner }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('transfer' as const), key, owner, to: owner, ttlMs }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('elapse' as const),
      ms: fc.constantFrom(700_000, 1_300_000),
    }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function take(leases: LeaseProvider, step: Step, elapse: (ms: number) => Promise<void>) {
  switch (step.kind) {
    case 'acquire':
      return leases.acquireLease(step.key, step.owner, step.ttlMs);
    case 'renew':
      return leases.renewLease(step.key, step.owner, step.ttlMs);
    case 'release':
      await leases.releaseLease(step.key, step.owner);
      return leases.getLeaseOwner(step.key);
    case 'transfer':
      return leases.transferLease(step.key, step.owner, step.to, step.ttlMs);
    case 'elapse':
      return elapse(step.ms);
  }
}

/** Time passes in Redis by moving every deadline closer; what is recorded of a holder moves along. */
async function elapseInRedis(ms: number): Promise<void> {
  const held = storeKeys(PREFIX).held;
  for (const redisKey of await redis.keys(`${leaseKeyPrefix(PREFIX)}*`)) {
    await redis.pexpire(redisKey, (await redis.pttl(redisKey)) - ms);
  }
  for (const [field, value] of Object.entries(await redis.hgetall(held))) {
    const [fence, since, deadline, renewals, ...owner] = value.split(' ');
    const moved = [fence, Number(since) - ms, Number(deadline) - ms, renewals, ...owner];
    await redis.hset(held, field, moved.join(' '));
  }
}

/** Answers with their fences as ranks: the numbers differ, their order must not. */
function ranked(answers: readonly unknown[]): unknown[] {
  const fences = answers.map((answer) => (answer as { fence?: string } | undefined)?.fence);
  const order = [...new Set(fences.filter((fence) => fence !== undefined))].sort((a, b) =>
    BigInt(a) < BigInt(b) ? -1 : 1,
  );
  return answers.map((answer, n) => {
    const fence = fences[n];
    return fence === undefined ? answer : { ...(answer as object), fence: order.indexOf(fence) };
  });
}

/** What the history says of each key, in order. Times aside: the clocks differ. */
function byKey(
  changes: { key: string; event: string; from: string; to: string; renewals: string }[],
) {
  const told: Record<string, string[]> = {};
  for (const { key, event, from, to, renewals } of changes) {
    const line = `${event} ${from}→${to} ${renewals}`;
    told[key] = [...(told[key] ?? []), line];
  }
  return told;
}

async function redisHistory() {
  const stream = await redis.xrange(storeKeys(PREFIX).history, '-', '+');
  return stream.map(([, fields]) => {
    const value = (name: string) => fields[fields.indexOf(name) + 1] ?? '';
    const name = value('key').slice(leaseKeyPrefix(PREFIX).length);
    return {
      key: name,
      event: value('event'),
      from: value('from'),
      to: value('to'),
      renewals: value('renewals'),
    };
  });
}

/** A provider none of whose operations is alone in its turn of the event loop. */
function inCompany(leases: RedisLeaseProvider): LeaseProvider {
  const beside = <T>(asked: () => Promise<T>): Promise<T> => {
    const company = leases.renewLease('company', 'nobody', 1000);
    return Promise.all([asked(), company]).then(([answer]) => answer);
  };
  return {
    acquireLease: (...call) => beside(() => leases.acquireLease(...call)),
    renewLease: (...call) => beside(() => leases.renewLease(...call)),
    releaseLease: (...call) => beside(() => leases.releaseLease(...call)),
    transferLease: (...call) => beside(() => leases.transferLease(...call)),
    getLeaseOwner: (key) => leases.getLeaseOwner(key),
  };
}

it.each([
  ['alone', (leases: RedisLeaseProvider): LeaseProvider => leases],
  ['in company', inCompany],
])(
  'behaves in memory as it does in Redis, whatever is done in whatever order: %s',
  async (_, as) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        await redis.flushall();
        let now = 1e12;
        const memory = new MemoryLeaseProvider({ now: () => now });
        const elapseInMemory = async (ms: number) => {
          now += ms;
        };
        const stored = as(new RedisLeaseProvider({ redis, keyPrefix: PREFIX }));
        const inMemory: unknown[] = [];
        const inRedis: unknown[] = [];
        for (const taken of steps) {
          inMemory.push(await take(memory, taken, elapseInMemory));
          inRedis.push(await take(stored, taken, elapseInRedis));
        }
        // An acquire notices what ran out; so that both tell of it, each key is asked for once more.
        for (const last of ['k', 'k\0l', '{k}']) {
          inMemory.push(await memory.acquireLease(last, 'last', 600_000));
          inRedis.push(await stored.acquireLease(last, 'last', 600_000));
        }
        expect(ranked(inRedis)).toEqual(ranked(inMemory));
        const told = memory.history().map(({ key, event, from, to, renewals }) => ({
          ...{ key, event, from: from ?? '', to: to ?? '' },
          renewals: renewals === null ? '' : String(renewals),
        }));
        expect(byKey(await redisHistory())).toEqual(byKey(told));
      }),
      { numRuns: 100 },
    );
  },
);
