/**
 * Every dashboard is killed, leases change, and after a while dashboards are back: one gap with the
 * right times, and what differs as `reconciled`, nothing else.
 *
 *   npx tsx bench/history-outage.ts [seconds=30]
 */

import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { HistoryReader } from '../lib/history/index.ts';
import { type DashboardProcess, startDashboard } from '../lib/history/testing/dashboards.ts';
import { leaseKeyPrefix } from '../lib/lease/index.ts';
import { launchRedis } from '../scripts/redis/launch.ts';

const PREFIX = 'bench:topic';
const TTL_MS = 600_000;
const [, , seconds = '30'] = process.argv;

async function main(): Promise<void> {
  const server = await launchRedis();
  const redis = new Redis(server.url);
  const where = { url: server.url, prefix: PREFIX };
  const set = (name: string, owner: string, ttlMs = TTL_MS) =>
    redis.set(leaseKeyPrefix(PREFIX) + name, owner, 'PX', ttlMs);
  const reader = new HistoryReader({ store: redis, prefixes: [PREFIX] });
  await reader.start();

  let boards = ['a', 'b'].map((name) => startDashboard(name, where));
  await recording(boards);
  for (const name of ['stays', 'ends', 'moves', 'comes-and-goes']) await set(name, 'run-1');
  await set('runs-out', 'run-1', 5000);
  while (reader.size < 5) await pause(50);
  await pause(1500);

  await Promise.all(boards.map((board) => board.kill()));
  const from = Date.now();
  await redis.del(`${leaseKeyPrefix(PREFIX)}ends`);
  await set('moves', 'run-2');
  await set('new', 'run-3');
  await set('seen-by-nobody', 'run-4');
  await redis.del(`${leaseKeyPrefix(PREFIX)}seen-by-nobody`);
  await pause(Number(seconds) * 1000);
  boards = ['c', 'd'].map((name) => startDashboard(name, where));
  await recording(boards);
  const to = Date.now();
  await pause(4000);

  console.log(`away for ${((to - from) / 1000).toFixed(1)} s`);
  for (const entry of [...reader.select()].reverse()) {
    const { at, event, key, source, reason } = entry;
    const what =
      event === 'gap' ? `${entry.from} to ${entry.to}` : `${entry.from ?? ''} > ${entry.to ?? ''}`;
    console.log(
      `${((at - from) / 1000).toFixed(2).padStart(8)} s  ${event} ${key} ${what} ${source} ${reason ?? ''}`,
    );
  }
  const gap = reader.page({ event: 'gap' }).entries[0];
  if (gap) {
    console.log(
      `gap begins ${Number(gap.from) - from} ms after the kill, ends ${to - Number(gap.to)} ms before recording was back`,
    );
  }
  reader.close();
  for (const board of boards) await board.kill();
  redis.disconnect();
  await server.stop();
}

async function recording(boards: readonly DashboardProcess[]): Promise<void> {
  while (!boards.some(({ state }) => state() === 'writing')) await pause(20);
}

await main();
