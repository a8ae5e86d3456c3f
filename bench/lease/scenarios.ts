/** What is measured: free keys, a held key, a key that many want, and many leases kept alive. */

import type { Redis } from 'ioredis';
import { holdLease, RedisLeaseProvider } from '../../lib/lease/index.ts';
import { type Contender, pause } from './contenders.ts';
import { fairness, inRandomOrder, median, quantile, rate } from './measure.ts';

const IN_FLIGHT = 64;
const HELD = 'held by another';

export interface Throughput {
  pairs: number;
  refused: number;
  /** The best round's, which other work on the machine disturbed least. */
  bestPairs: number;
  bestRefused: number;
  /** Processor time of a pair, in µs: of this process, and of the server. */
  clientMicros: number;
  serverMicros: number;
}

/** Pairs and refused acquires a second, and what a pair costs: the median round and the best of each contender. */
export async function throughput(
  contenders: readonly Contender[],
  admin: Redis,
  { rounds, count }: { rounds: number; count: number },
): Promise<Map<Contender, Throughput>> {
  const seen = new Map(contenders.map((contender) => [contender, [] as Throughput[]]));
  // One round beforehand, for the compiler.
  await inRandomOrder(contenders, rounds + 1, async (contender, round) => {
    await admin.flushall();
    await admin.set(contender.redisKey(HELD), 'another');
    const [server, client] = [await serverMicros(admin), process.cpuUsage()];
    const pairs = await rate(count, IN_FLIGHT, (n) => contender.pair(`k${n}`));
    const { user, system } = process.cpuUsage(client);
    const used = (await serverMicros(admin)) - server;
    const refused = await rate(count, IN_FLIGHT, () => contender.refused(HELD));
    if (round === 0) return;
    const cost = { clientMicros: (user + system) / count, serverMicros: used / count };
    const best = { bestPairs: pairs, bestRefused: refused };
    seen.get(contender)?.push({ pairs, refused, ...best, ...cost });
  });
  const middle = (rows: Throughput[], of: keyof Throughput) => median(rows.map((row) => row[of]));
  return new Map(
    [...seen].map(([contender, rows]) => [
      contender,
      {
        pairs: middle(rows, 'pairs'),
        refused: middle(rows, 'refused'),
        bestPairs: Math.max(...rows.map((row) => row.pairs)),
        bestRefused: Math.max(...rows.map((row) => row.refused)),
        clientMicros: middle(rows, 'clientMicros'),
        serverMicros: middle(rows, 'serverMicros'),
      },
    ]),
  );
}

async function serverMicros(admin: Redis): Promise<number> {
  const info = await admin.info('cpu');
  const seconds = (name: string) => Number(new RegExp(`${name}:([\\d.]+)`).exec(info)?.[1] ?? 0);
  return (seconds('used_cpu_user') + seconds('used_cpu_sys')) * 1e6;
}

export interface HotKey {
  p50: number;
  p99: number;
  turnsPerSecond: number;
  fairness: number;
}

/** Waiters that take turns on one key, holding it 1 ms each: waits in ms, and how even the shares were. */
export async function hotKey(
  contenders: readonly Contender[],
  admin: Redis,
  { rounds, waiters, ms }: { rounds: number; waiters: number; ms: number },
): Promise<Map<Contender, HotKey>> {
  const seen = new Map(contenders.map((c) => [c, [] as HotKey[]]));
  await inRandomOrder(contenders, rounds, async (contender) => {
    await admin.flushall();
    const waits: number[] = [];
    const shares = new Array<number>(waiters).fill(0);
    const began = performance.now();
    const until = began + ms;
    await Promise.all(
      shares.map(async (_, n) => {
        while (performance.now() < until) {
          const asked = performance.now();
          await contender.turn('hot', async () => {
            waits.push(performance.now() - asked);
            shares[n] = (shares[n] ?? 0) + 1;
            await pause(1);
          });
        }
      }),
    );
    const seconds = (performance.now() - began) / 1000;
    seen.get(contender)?.push({
      p50: quantile(waits, 0.5),
      p99: quantile(waits, 0.99),
      turnsPerSecond: waits.length / seconds,
      fairness: fairness(shares),
    });
  });
  const middle = (rows: HotKey[], of: keyof HotKey) => median(rows.map((row) => row[of]));
  return new Map(
    [...seen].map(([contender, rows]) => [
      contender,
      {
        p50: middle(rows, 'p50'),
        p99: middle(rows, 'p99'),
        turnsPerSecond: middle(rows, 'turnsPerSecond'),
        fairness: middle(rows, 'fairness'),
      },
    ]),
  );
}

export interface Renewing {
  leases: number;
  ttlMs: number;
  /** Of one core, of this process. */
  cpuShare: number;
  renewals: number;
  /** Renewals sent more than a tenth of the TTL after their planned moment. */
  late: number;
  worstLatenessMs: number;
  lost: number;
}

/** Many leases held at once and kept renewed for a while. */
export async function renewing(
  redis: Redis,
  { leases, ttlMs, ms }: { leases: number; ttlMs: number; ms: number },
): Promise<Renewing> {
  const provider = new RedisLeaseProvider({ redis, keyPrefix: 'bench' });
  const lateness: number[] = [];
  let lost = 0;
  const metrics = {
    renewal: (event: { latenessMs: number }) => void lateness.push(event.latenessMs),
    loss: () => void lost++,
  };
  const held = await Promise.all(
    Array.from({ length: leases }, (_, n) => holdLease(provider, `r${n}`, { ttlMs, metrics })),
  );
  const before = process.cpuUsage();
  await pause(ms);
  const used = process.cpuUsage(before);
  const result = {
    ...{ leases, ttlMs, lost, renewals: lateness.length },
    cpuShare: (used.user + used.system) / 1000 / ms,
    late: lateness.filter((late) => late > ttlMs / 10).length,
    worstLatenessMs: Math.max(0, ...lateness),
  };
  await Promise.all(held.map((lease) => lease[Symbol.asyncDispose]()));
  return result;
}
