/**
 * Several dashboards on one Redis, the recording one killed again and again while leases change:
 * is the history what was done? Prints how it compares with the maker's own log.
 *
 * A change made without our library can only be read while it lasts: at least as long as changes are
 * apart, for the maker waits from the answer on. So beside the changes not told stands for how long
 * this machine lets a process wait: where that is longer, nobody can have seen them all. What is told
 * must be true, and in order, on any machine.
 *
 *   npx tsx bench/history-takeover.ts [dashboards=5] [kills=10] [changes per second=200] [ms apart=25]
 */

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Redis } from 'ioredis';
import { HistoryReader } from '../lib/history/index.ts';
import { ChangeMaker } from '../lib/history/testing/change-maker.ts';
import { compareHistory } from '../lib/history/testing/compare-history.ts';
import { type DashboardProcess, startDashboard } from '../lib/history/testing/dashboards.ts';
import { launchRedis } from '../scripts/redis/launch.ts';

const PREFIX = 'bench:topic';
const [, , count = '5', kills = '10', perSecond = '200', apart = '25'] = process.argv;

async function main(): Promise<void> {
  const server = await launchRedis();
  const redis = new Redis(server.url);
  const where = { url: server.url, prefix: PREFIX };
  let started = 0;
  const start = () => startDashboard(`dashboard-${++started}`, where);
  const boards: DashboardProcess[] = Array.from({ length: Number(count) }, start);
  await until(() => boards.every(({ state }) => state() === 'writing' || state() === 'standby'));
  await until(() => boards.some(({ state }) => state() === 'writing'));
  await pause(1000);

  const maker = new ChangeMaker({
    redis,
    prefix: PREFIX,
    perSecond: Number(perSecond),
    leases: 50,
    apartMs: Number(apart),
  });
  const waits = monitorEventLoopDelay({ resolution: 2 });
  waits.enable();
  maker.start();
  for (let kill = 0; kill < Number(kills); kill++) {
    await pause(1000 + Math.random() * 1000);
    // Somebody must be left who saw everything, or there is a gap in truth.
    await until(() => boards.every(({ state }) => state() === 'writing' || state() === 'standby'));
    await until(() => boards.some(({ state }) => state() === 'writing'));
    const at = boards.findIndex(({ state }) => state() === 'writing');
    await boards[at]?.kill();
    boards[at] = start();
  }
  await until(() => boards.some(({ state }) => state() === 'writing'));
  await pause(3000);
  await maker.stop();
  waits.disable();
  await pause(3000);

  const reader = new HistoryReader({ store: redis, prefixes: [PREFIX] });
  await reader.start();
  const entries = [...reader.select()];
  const { inexact, wrong, unseen, foreign } = compareHistory(maker.log, entries);
  const gaps = entries.filter(({ event }) => event === 'gap');
  const bySource = (source: string) => entries.filter((entry) => entry.source === source).length;
  const waited = (percentile: number) => (waits.percentile(percentile) / 1e6 - 2).toFixed(1);
  console.log(
    `${count} dashboards, ${kills} kills of the recorder, ${perSecond} changes/s asked, ${apart} ms apart or more`,
  );
  console.log(`changes made      ${[...maker.log.values()].flat().length}`);
  console.log(
    `entries           ${entries.length} (recorded ${bySource('recorded')}, observed ${bySource('observed')}, reconciled ${bySource('reconciled')})`,
  );
  console.log(`gaps              ${gaps.length}`);
  console.log(`library leases not told exactly   ${inexact.length}`);
  console.log(`other leases told wrong           ${wrong.length}`);
  console.log(`other changes not told            ${unseen} of ${foreign}`);
  console.log(
    `a process waited  ${waited(50)} ms, ${waited(99)} ms (99 %), ${waited(100)} ms (most)`,
  );
  for (const { from, to, reason } of gaps)
    console.log(`  gap of ${Number(to) - Number(from)} ms: ${reason}`);
  for (const line of [...inexact, ...wrong].slice(0, 12)) console.log(`  ${line}`);
  reader.close();
  for (const board of boards) await board.kill();
  redis.disconnect();
  await server.stop();
  const seen = unseen === 0 || waits.max / 1e6 > Number(apart);
  process.exitCode = inexact.length + wrong.length + gaps.length === 0 && seen ? 0 : 1;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(20);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

await main();
