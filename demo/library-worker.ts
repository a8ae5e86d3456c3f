/** A process that uses the lease library alone, for work that is not an agent's. */

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { RedisLeaseProvider } from '../lib/lease/index.ts';
import type { WorkerReport, WorkerSetup } from './worker-protocol.ts';

const setup = JSON.parse(process.argv[2] ?? '{}') as WorkerSetup;
const { redisUrl, prefix, service } = setup;

/** What there is to do; both processes want each of these. */
const JOBS = [
  { key: 'search-index:products', ttlMs: 12_000, takesMs: 20_000 },
  { key: 'invoice-batch:204', ttlMs: 9_000, takesMs: 8_000 },
  { key: 'notification-dispatch:acct_42', ttlMs: 60_000, takesMs: 6_000 },
  { key: 'price-list:refresh', ttlMs: 30_000, takesMs: 15_000 },
] as const;

const redis = new Redis(redisUrl);
redis.on('error', () => {});
const leases = new RedisLeaseProvider({ redis, keyPrefix: prefix, actor: service });
const ending = new AbortController();
process.once('SIGTERM', () => ending.abort());
process.once('disconnect', () => ending.abort());

const ready: WorkerReport = { report: 'ready', pid: process.pid };
process.send?.(ready);
while (!ending.signal.aborted) {
  for (const job of JOBS) await tryJob(job).catch(() => {});
  await delay(2_000 + Math.random() * 4_000, undefined, { signal: ending.signal }).catch(() => {});
}
redis.disconnect();
process.exit(0);

/** Does a job if nobody else does it, renewing its lease meanwhile. */
async function tryJob({ key, ttlMs, takesMs }: (typeof JOBS)[number]): Promise<void> {
  const owner = `${service}-${randomUUID()}`;
  const { acquired } = await leases.acquireLease(key, owner, ttlMs);
  if (!acquired) return;
  const endsAt = performance.now() + takesMs;
  while (performance.now() < endsAt && !ending.signal.aborted) {
    await delay(Math.min(ttlMs / 3, takesMs), undefined, { signal: ending.signal }).catch(() => {});
    if (!(await leases.renewLease(key, owner, ttlMs))) return;
  }
  await leases.releaseLease(key, owner);
}
