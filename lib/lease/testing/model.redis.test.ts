import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchRedis, type RedisServer } from '../../../scripts/redis/launch.ts';
import { BestEffortLeaseProvider, type LeaseStore } from '../best-effort.ts';
import type { GrantGuard, LeaseProvider } from '../contract.ts';
import { MemoryLeaseProvider } from '../memory.ts';
import { RedisLeaseProvider } from '../redis/provider.ts';
import { leaseKeyPrefix, storeKeys } from '../redis-keys.ts';

/** How many operations are compared; `npm run fuzz:lease` compares 50,000. */
const OPERATIONS = Number(process.env.LEASEBOARD_FUZZ_OPERATIONS ?? 6_000);
const MAX_STEPS = 40;

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
/** Either does not expire within a run, or has at the next step in time. */
const ttlMs = fc.constantFrom(600_000, 1_200_000);
/** Which of the fences seen for a key guards the operation: the latest, an earlier one, or none. */
const guard = fc.constantFrom('latest', 'earlier', 'none');

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('acquire' as const), key, owner, ttlMs }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('renew' as const), key, owner, ttlMs, guard }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('release' as const), key, owner, guard }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('transfer' as const), key, owner, to: owner, ttlMs }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('elapse' as const),
      // Time passes, and sometimes the server's clock is set back.
      ms: fc.constantFrom(700_000, 1_300_000, -400_000, -5_000),
    }),
  },
);

type Drawn = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Step = Drawn | { kind: 'acquire'; key: string; owner: string; ttlMs: number };

/** A provider under comparison, with the fences that it has given for each key. */
interface Subject {
  name: string;
  leases: LeaseProvider;
  elapse(ms: number): Promise<void>;
  /** Whether it fences; one that does not has no guards either. */
  fences: boolean;
  seen: Map<string, string[]>;
}

function guardFor({ seen, fences }: Subject, key: string, which: string): GrantGuard | undefined {
  const given = seen.get(key) ?? [];
  const fence = which === 'latest' ? given.at(-1) : which === 'earlier' ? given.at(-2) : undefined;
  return fences && fence !== undefined ? { fence } : undefined;
}

async function take(subject: Subject, step: Step): Promise<unknown> {
  const { leases, seen } = subject;
  switch (step.kind) {
    case 'acquire': {
      const answer = await leases.acquireLease(step.key, step.owner, step.ttlMs);
      const given = seen.get(step.key) ?? [];
      if (answer.fence !== undefined && answer.fence !== given.at(-1)) given.push(answer.fence);
      seen.set(step.key, given);
      return answer;
    }
    case 'renew':
      return leases.renewLease(
        ...([step.key, step.owner, step.ttlMs] as const),
        guardFor(subject, step.key, step.guard),
      );
    case 'release':
      await leases.releaseLease(step.key, step.owner, guardFor(subject, step.key, step.guard));
      return leases.getLeaseOwner(step.key);
    case 'transfer':
      return leases.transferLease(step.key, step.owner, step.to, step.ttlMs);
    case 'elapse':
      return subject.elapse(step.ms);
  }
}

/**
 * Time passes in Redis by moving every deadline closer; what is recorded of a holder moves along.
 * A clock that was set back is one from which all that was written before lies further ahead.
 */
async function elapseInRedis(prefix: string, ms: number): Promise<void> {
  const { held, fence } = storeKeys(prefix);
  for (const redisKey of await redis.keys(`${leaseKeyPrefix(prefix)}*`)) {
    await redis.pexpire(redisKey, (await redis.pttl(redisKey)) - ms);
  }
  for (const [field, value] of Object.entries(await redis.hgetall(held))) {
    const [fence, since, deadline, renewals, ...owner] = value.split(' ');
    const moved = [fence, Number(since) - ms, Number(deadline) - ms, renewals, ...owner];
    await redis.hset(held, field, moved.join(' '));
  }
  const counter = await redis.get(fence);
  if (counter !== null && ms < 0)
    await redis.set(fence, String(BigInt(counter) - BigInt(ms) * 1000n));
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

function unfenced(answers: readonly unknown[]): unknown[] {
  return answers.map((answer) => {
    if (typeof answer !== 'object' || answer === null) return answer;
    const { fence: _, ...rest } = answer as { fence?: string };
    return rest;
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

async function redisHistory(prefix: string) {
  const stream = await redis.xrange(storeKeys(prefix).history, '-', '+');
  return stream.map(([, fields]) => {
    const value = (name: string) => fields[fields.indexOf(name) + 1] ?? '';
    const name = value('key').slice(leaseKeyPrefix(prefix).length);
    return {
      key: name,
      // Nobody deletes keys here. After the clock was set back the deadline of a lease that expired
      // lies ahead again, so that all which is known is that it is gone: `reconciled`.
      event: value('source') === 'reconciled' ? 'expired' : value('event'),
      from: value('from'),
      to: value('to'),
      renewals: value('renewals'),
    };
  });
}

/** A provider each of whose operations shares its turn of the event loop with another, so is batched. */
function batched(leases: LeaseProvider): LeaseProvider {
  const beside = <T>(asked: () => Promise<T>): Promise<T> => {
    const other = leases.renewLease('another', 'nobody', 1000);
    return Promise.all([asked(), other]).then(([answer]) => answer);
  };
  return {
    acquireLease: (...call) => beside(() => leases.acquireLease(...call)),
    renewLease: (...call) => beside(() => leases.renewLease(...call)),
    releaseLease: (...call) => beside(() => leases.releaseLease(...call)),
    transferLease: (...call) => beside(() => leases.transferLease(...call)),
    getLeaseOwner: (key) => leases.getLeaseOwner(key),
  };
}

/** The least that a backend must be able to do, over a clock that can be set. */
function plainStore(now: () => number): LeaseStore & { dropExpired(): void } {
  const stored = new Map<string, { owner: string; until: number }>();
  const ownerOf = (key: string) => {
    const found = stored.get(key);
    return found && now() <= found.until ? found.owner : undefined;
  };
  const put = (key: string, owner: string, ttlMs: number) =>
    stored.set(key, { owner, until: now() + ttlMs });
  return {
    claim: async (key, owner, ttlMs) => ownerOf(key) === undefined && !!put(key, owner, ttlMs),
    read: async (key) => ownerOf(key),
    extend: async (key, owner, ttlMs) => ownerOf(key) === owner && !!put(key, owner, ttlMs),
    dropExpired: () => {
      for (const key of stored.keys()) if (ownerOf(key) === undefined) stored.delete(key);
    },
    remove: async (key, owner) => ownerOf(key) === owner && stored.delete(key),
  };
}

function subjects(): { memory: MemoryLeaseProvider; all: Subject[] } {
  let now = 1e12;
  const clock = () => now;
  const memory = new MemoryLeaseProvider({ now: clock });
  const inMemory = async (ms: number) => {
    now += ms;
    // Redis drops what expired; a clock that is set back afterwards does not bring it back.
    memory.history();
  };
  let unguardedNow = 1e12;
  const unguarded = new MemoryLeaseProvider({ now: () => unguardedNow });
  let storeNow = 1e12;
  const store = plainStore(() => storeNow);
  const stored = (name: string, history?: boolean): Subject => ({
    name,
    leases: new RedisLeaseProvider({
      ...{ redis, keyPrefix: name },
      ...(history === undefined ? {} : { history }),
    }),
    elapse: (ms) => elapseInRedis(name, ms),
    ...{ fences: true, seen: new Map() },
  });
  const inBatches = stored('batched');
  const withoutHistory = stored('without-history', false);
  return {
    memory,
    all: [
      { name: 'memory', leases: memory, elapse: inMemory, fences: true, seen: new Map() },
      stored('alone'),
      { ...inBatches, leases: batched(inBatches.leases) },
      { ...withoutHistory, leases: batched(withoutHistory.leases) },
      {
        ...{ name: 'memory, unguarded', leases: unguarded },
        elapse: async (ms) => {
          unguardedNow += ms;
          unguarded.history();
        },
        ...{ fences: false, seen: new Map() },
      },
      {
        name: 'best effort',
        leases: new BestEffortLeaseProvider(store),
        elapse: async (ms) => {
          storeNow += ms;
          store.dropExpired();
        },
        ...{ fences: false, seen: new Map() },
      },
    ],
  };
}

const LAST: readonly Step[] = ['k', 'k\0l', '{k}'].map((key) => ({
  ...{ kind: 'acquire' as const, key, owner: 'last', ttlMs: 600_000 },
}));

/** Every provider takes the steps; what each answers, in order. */
async function run(steps: readonly Step[], all: readonly Subject[]): Promise<unknown[][]> {
  const answers: unknown[][] = [];
  for (const subject of all) {
    const given: unknown[] = [];
    // An acquire notices what expired; so that all tell of it, each key is asked for once more.
    for (const taken of [...steps, ...LAST]) given.push(await take(subject, taken));
    answers.push(given);
  }
  return answers;
}

it(
  `memory, Redis alone, batched and without history, and a plain store agree over ${OPERATIONS} operations`,
  async () => {
    let operations = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: MAX_STEPS }), async (steps) => {
        if (operations >= OPERATIONS) return;
        operations += steps.length;
        await redis.flushall();
        const { memory, all } = subjects();
        const answers = await run(steps, all);
        // Without fences there are no guards: those two are compared with each other.
        for (const [n, given] of answers.entries()) {
          const { fences, name } = all[n] ?? {};
          const expected = answers[all.findIndex((subject) => subject.fences === fences)] ?? [];
          const comparable = fences ? ranked : unfenced;
          expect(comparable(given), name).toEqual(comparable(expected));
        }
        const told = memory.history().map(({ key, event, from, to, renewals }) => ({
          ...{ key, event, from: from ?? '', to: to ?? '' },
          renewals: renewals === null ? '' : String(renewals),
        }));
        expect(byKey(await redisHistory('alone'))).toEqual(byKey(told));
        expect(byKey(await redisHistory('batched'))).toEqual(byKey(told));
        expect(await redisHistory('without-history')).toEqual([]);
      }),
      { numRuns: OPERATIONS },
    );
    expect(operations).toBeGreaterThanOrEqual(OPERATIONS);
  },
  OPERATIONS * 60,
);
