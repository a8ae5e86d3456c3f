import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { launchRedis, type RedisServer } from '../../../scripts/redis/launch.ts';
import type { LeaseProvider } from '../contract.ts';
import { LeaseError } from '../errors.ts';
import { RedisLeaseProvider } from '../redis/provider.ts';
import { FaultProxy } from './fault-proxy.ts';
import { isLinearizable, type Operation } from './linearizability.ts';

const LONG_MS = 600_000;
const CONTENDERS = 32;
const CLIENTS = 8;

let server: RedisServer;
let direct: Redis;

beforeAll(async () => {
  server = await launchRedis();
  direct = new Redis(server.url);
});

beforeEach(async () => {
  await direct.flushall();
});

afterAll(async () => {
  direct.disconnect();
  await server.stop();
});

/** Everything that was done to one lease, as seen by those who did it. */
class Record {
  readonly operations: Operation[] = [];
  /** The fences of the grants, with the times between which each was made, as the callers saw them. */
  readonly grants: { fence: bigint; calledAt: number; returnedAt: number }[] = [];

  /** The holder as answered; `undefined` where the outcome is unknown. */
  async acquire(leases: LeaseProvider, key: string, owner: string): Promise<string | undefined> {
    const call = this.#begin();
    const answer = await known(leases.acquireLease(key, owner, LONG_MS));
    const times = call(answer);
    this.operations.push({ kind: 'acquire', owner, answer, ...times });
    if (answer !== 'unknown' && answer.acquired && !answer.refreshed) {
      this.grants.push({ fence: BigInt(answer.fence ?? 0), ...times });
    }
    return answer === 'unknown' ? undefined : answer.owner;
  }

  async renew(leases: LeaseProvider, key: string, owner: string): Promise<void> {
    const call = this.#begin();
    const answer = await known(leases.renewLease(key, owner, LONG_MS));
    this.operations.push({ kind: 'renew', owner, answer, ...call(answer) });
  }

  async release(leases: LeaseProvider, key: string, owner: string): Promise<void> {
    const call = this.#begin();
    const released = leases.releaseLease(key, owner).then(() => 'released' as const);
    const answer = await known(released);
    this.operations.push({ kind: 'release', owner, answer, ...call(answer) });
  }

  async transfer(leases: LeaseProvider, key: string, owner: string, to: string): Promise<boolean> {
    const call = this.#begin();
    const answer = await known(leases.transferLease(key, owner, to, LONG_MS));
    this.operations.push({ kind: 'transfer', owner, to, answer, ...call(answer) });
    return answer === true;
  }

  #begin() {
    const calledAt = performance.now();
    return (answer: unknown) => ({
      calledAt,
      returnedAt: answer === 'unknown' ? Number.POSITIVE_INFINITY : performance.now(),
    });
  }
}

/** The answer, or that there was none. Errors that certainly changed nothing count as none, too. */
async function known<T>(asked: Promise<T>): Promise<T | 'unknown'> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof LeaseError) return 'unknown';
    throw error;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('never has two holders, and its fences rise, over 10,000 grants to 32 contenders', async () => {
  const clients = Array.from({ length: CLIENTS }, () => new Redis(server.url));
  const providers = clients.map((redis) => new RedisLeaseProvider({ redis, keyPrefix: 'many' }));
  let grants = 0;
  async function contend(key: string, target: number): Promise<void> {
    const record = new Record();
    let granted = 0;
    await Promise.all(
      Array.from({ length: CONTENDERS }, async (_, n) => {
        const leases = providers[n % CLIENTS] as LeaseProvider;
        for (let turn = 0; granted < target; turn++) {
          const owner = `o${n}.${turn}`;
          if ((await record.acquire(leases, key, owner)) !== owner) {
            await pause(Math.random() * 16);
            continue;
          }
          granted += 1;
          if (turn % 3 === 0) await record.renew(leases, key, owner);
          if (turn % 2 === 0) await record.release(leases, key, owner);
          else if (await record.transfer(leases, key, owner, `${owner}+`)) {
            granted += 1;
            await record.release(leases, key, `${owner}+`);
          }
        }
      }),
    );
    expect(isLinearizable(record.operations), key).toBe(true);
    expect(risesInTime(record.grants), key).toBe(true);
    grants += granted;
  }
  for (let batch = 0; batch < 10; batch++) {
    await Promise.all([0, 1, 2, 3, 4].map((n) => contend(`k${batch}.${n}`, 200)));
  }
  for (const redis of clients) redis.disconnect();
  expect(grants).toBeGreaterThanOrEqual(10_000);

  const fences = await fencesByKey();
  for (const [key, given] of fences) {
    const rising = given.every((fence, n) => n === 0 || fence > (given[n - 1] ?? 0n));
    expect(rising, key).toBe(true);
  }
}, 180_000);

/** Whether of two grants, one of which had been answered before the other was asked, the later has the larger fence. */
function risesInTime(grants: Record['grants']): boolean {
  const byReturn = [...grants].sort((a, b) => a.returnedAt - b.returnedAt);
  let answered = 0;
  let largest = 0n;
  return [...grants]
    .sort((a, b) => a.calledAt - b.calledAt)
    .every(({ fence, calledAt }) => {
      for (
        let one = byReturn[answered];
        one && one.returnedAt < calledAt;
        one = byReturn[answered]
      ) {
        if (one.fence > largest) largest = one.fence;
        answered += 1;
      }
      return fence > largest;
    });
}

/** What people write first: it looks before it sets, and deletes whatever is there. */
function brokenLock(redis: Redis): LeaseProvider {
  return {
    async acquireLease(key, owner, ttlMs) {
      const holder = await redis.get(key);
      if (holder !== null && holder !== owner) return { acquired: false, owner: holder };
      await redis.set(key, owner, 'PX', ttlMs);
      return { acquired: true, owner };
    },
    getLeaseOwner: async (key) => (await redis.get(key)) ?? undefined,
    async releaseLease(key) {
      await redis.del(key);
    },
    renewLease: async (key, owner) => (await redis.get(key)) === owner,
    transferLease: async () => false,
  };
}

it('the same evidence convicts a lock that is broken', async () => {
  const clients = Array.from({ length: CLIENTS }, () => new Redis(server.url));
  const record = new Record();
  await Promise.all(
    clients.map(async (redis, n) => {
      const leases = brokenLock(redis);
      for (let turn = 0; turn < 50; turn++) {
        const owner = `o${n}.${turn}`;
        if ((await record.acquire(leases, 'broken', owner)) !== owner) continue;
        await record.renew(leases, 'broken', owner);
        await record.release(leases, 'broken', owner);
      }
    }),
  );
  for (const redis of clients) redis.disconnect();
  expect(isLinearizable(record.operations)).toBe(false);
  const at = (fence: bigint, calledAt: number, returnedAt: number) => ({
    ...{ fence, calledAt, returnedAt },
  });
  expect(risesInTime([at(2n, 0, 1), at(2n, 2, 3)])).toBe(false);
  expect(risesInTime([at(3n, 0, 1), at(2n, 2, 3)])).toBe(false);
  expect(risesInTime([at(3n, 0, 5), at(2n, 2, 6)])).toBe(true);
});

/** The fences of each lease's grants, in the order in which the history has them. */
async function fencesByKey(): Promise<Map<string, bigint[]>> {
  const fences = new Map<string, bigint[]>();
  for (const [, fields] of await direct.xrange('leaseboard:{many}:history', '-', '+')) {
    const value = (name: string) => fields[fields.indexOf(name) + 1] ?? '';
    if (value('fence') === '') continue;
    const given = fences.get(value('key')) ?? [];
    given.push(BigInt(value('fence')));
    fences.set(value('key'), given);
  }
  return fences;
}

it('stays so on connections that break, where outcomes are unknown', async () => {
  const proxies = await Promise.all(
    Array.from({ length: CLIENTS }, () => FaultProxy.before(server.port)),
  );
  const clients = proxies.map(({ port }) => new Redis({ port, retryStrategy: () => 5 }));
  for (const redis of clients) redis.on('error', () => {});
  const options = { keyPrefix: 'broken', callTimeoutMs: 300 };
  const providers = clients.map((redis) => new RedisLeaseProvider({ redis, ...options }));
  const breaking = setInterval(() => {
    const proxy = proxies[Math.floor(Math.random() * CLIENTS)];
    if (Math.random() < 0.5) proxy?.loseNextReply();
    else proxy?.reset();
  }, 15);
  for (let round = 0; round < 12; round++) {
    const record = new Record();
    const key = `k${round}`;
    // What each client may find itself holding: also what an unknown call left behind.
    const mine = providers.map(() => new Set<string>());
    await Promise.all(
      providers.map(async (leases, n) => {
        for (let turn = 0; turn < 12; turn++) {
          const owner = `o${n}.${turn}`;
          mine[n]?.add(owner);
          const holder = await record.acquire(leases, key, owner);
          if (holder === undefined || !mine[n]?.has(holder)) await pause(Math.random() * 20);
          else if (turn % 3 === 0) {
            const next = (n + 1) % CLIENTS;
            const to = `o${next}.${owner}`;
            mine[next]?.add(to);
            await record.transfer(leases, key, holder, to);
          } else await record.release(leases, key, holder);
        }
      }),
    );
    expect(isLinearizable(record.operations), `round ${round}`).toBe(true);
  }
  clearInterval(breaking);
  for (const redis of clients) redis.disconnect();
  await Promise.all(proxies.map((proxy) => proxy.close()));
});

it('is never seen free by a tight reader while it is transferred', async () => {
  const leases = new RedisLeaseProvider({ redis: direct, keyPrefix: 'gap' });
  const reader = new Redis(server.url);
  await leases.acquireLease('k', 'o0', LONG_MS);
  let handing = true;
  let reads = 0;
  let free = 0;
  const reading = (async () => {
    while (handing) {
      reads += 1;
      if ((await reader.get('gap:lease:k')) === null) free += 1;
    }
  })();
  for (let n = 0; n < 2000; n++) {
    expect(await leases.transferLease('k', `o${n}`, `o${n + 1}`, LONG_MS)).toBe(true);
  }
  handing = false;
  await reading;
  reader.disconnect();
  expect(reads).toBeGreaterThan(500);
  expect(free).toBe(0);
});
