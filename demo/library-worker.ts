/**
 * A process that uses the lease library alone, for work that is not an agent's. It adopts leases
 * that are handed to it.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { type HeldLease, holdLease, RedisLeaseProvider } from '../lib/lease/index.ts';
import type { WorkerReport, WorkerSetup } from './worker-protocol.ts';

interface Job {
  key: string;
  ttlMs: number;
  takesMs: number;
}

/** What there is to do, again and again; every such process wants each of these. */
const JOBS: readonly Job[] = [
  { key: 'search-index:products', ttlMs: 12_000, takesMs: 20_000 },
  { key: 'invoice-batch:204', ttlMs: 9_000, takesMs: 8_000 },
  { key: 'notification-dispatch:acct_42', ttlMs: 60_000, takesMs: 6_000 },
  { key: 'price-list:refresh', ttlMs: 30_000, takesMs: 15_000 },
];
const ADOPTED_TAKES_MS = 15_000;

const setup = JSON.parse(process.argv[2] ?? '{}') as WorkerSetup;
const { redisUrl, prefix, service, host } = setup;
const owner = `${service}@${host}:${process.pid}`;

const redis = new Redis(redisUrl);
redis.on('error', () => {});
const leases = new RedisLeaseProvider({ redis, keyPrefix: prefix, actor: service });
const ending = new AbortController();
process.once('SIGTERM', () => ending.abort());
process.once('disconnect', () => ending.abort());

const ready: WorkerReport = { report: 'ready', pid: process.pid };
process.send?.(ready);
await Promise.all(JOBS.map(repeat));
redis.disconnect();
process.exit(0);

async function repeat(job: Job): Promise<void> {
  while (!ending.signal.aborted) {
    await tryJob(job).catch(() => {});
    await pause(2_000 + Math.random() * 6_000, ending.signal);
  }
}

/** Does a job if nobody else does it. */
async function tryJob({ key, ttlMs, takesMs }: Job): Promise<void> {
  const lease = await holdLease(leases, key, {
    owner,
    ttlMs,
    signal: ending.signal,
    onOffer: async (offer) => {
      const adopted = await offer.accept();
      if (adopted) await work(adopted, ADOPTED_TAKES_MS);
    },
  });
  if (lease.acquired) await work(lease, takesMs);
}

async function work(lease: HeldLease, takesMs: number): Promise<void> {
  await pause(takesMs, lease.signal);
  await lease.release().catch(() => {});
}

/** Waits, but no longer than until the signal. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {});
}
