/** What 20,000 renewals a second cost: Redis, and us. */

import { Redis } from 'ioredis';
import { launchRedis } from '../../scripts/redis/launch.ts';
import { startMeasured } from './measured-process.ts';
import { atMost, type Result, shown, told } from './result.ts';
import { startLoad } from './start-load.ts';

const LEASES = 100_000;
const RENEW_EVERY_MS = 5000;
/** What the load maker sends; everything else is ours. */
const THEIRS = new Set(['pexpire', 'set', 'eval']);
const NEVER = ['keys', 'monitor', 'flushall', 'flushdb'];
/** Two clocks and a queue lie between a deadline here and there. */
const SAME_DEADLINE_MS = 250;

interface Cost {
  cpuMs: number;
  loopP99Ms: number;
  heard: number;
}

export async function manyRenewals(seconds: number): Promise<Result[]> {
  const server = await launchRedis();
  const redis = new Redis(server.url);
  const load = await startLoad({
    url: server.url,
    leases: LEASES,
    renewEveryMs: RENEW_EVERY_MS,
    churn: 0,
  });
  const bare = await startMeasured('counter', server.url);
  const ours = await startMeasured('watch', server.url);
  await bare.ask('countOnly');
  await ours.ask('watchAll');
  // Two renewals of each, so that what holders do is known; it is learnt once, not every minute.
  await pause(2.5 * RENEW_EVERY_MS);

  const before = await commandCounts(redis);
  await Promise.all([bare.ask('begin'), ours.ask('begin')]);
  await pause(seconds * 1000);
  const [bareCost, ourCost] = await Promise.all([bare.ask<Cost>('end'), ours.ask<Cost>('end')]);
  const after = await commandCounts(redis);

  await load.stop();
  await pause(500);
  const missed = await differences(redis, await ours.ask('table'));
  const never = await commandCounts(redis);
  for (const child of [bare, ours]) child.stop();
  redis.disconnect();
  await server.stop();

  let commands = 0;
  for (const [name, count] of after) {
    if (!THEIRS.has(name)) commands += count - (before.get(name) ?? 0);
  }
  const renewals = (after.get('pexpire') ?? 0) - (before.get('pexpire') ?? 0);
  const rate = renewals / seconds;
  return [
    told('renewals a second, seen by the server', `${shown(Math.round(rate))} for ${seconds} s`),
    atMost('our commands per renewal', commands / renewals, 0.02),
    told('CPU of the watch', `${shown(ourCost.cpuMs / seconds / 10)} % of a core`),
    atMost('CPU ÷ that of a bare pmessageBuffer counter', ourCost.cpuMs / bareCost.cpuMs, 2),
    atMost('event-loop delay, p99', ourCost.loopP99Ms, 50, ' ms'),
    atMost('leases that differ from a fresh scan at the end', missed, 0),
    atMost(
      'KEYS, MONITOR, FLUSH* sent',
      NEVER.reduce((sum, name) => sum + (never.get(name) ?? 0), 0),
      0,
    ),
  ];
}

async function commandCounts(redis: Redis): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const line of (await redis.info('commandstats')).split('\r\n')) {
    const match = /^cmdstat_([^:|]+)[^:]*:calls=(\d+)/.exec(line);
    const name = match?.[1];
    // Our own question is not the watch's.
    if (name && name !== 'info') counts.set(name, (counts.get(name) ?? 0) + Number(match[2]));
  }
  return counts;
}

/** Compares key by key: owner, and deadline within what two clocks allow. */
async function differences(
  redis: Redis,
  table: readonly [string, string | null, number | null][],
): Promise<number> {
  const known = new Map(table.map(([key, ...rest]) => [key, rest]));
  let wrong = 0;
  let cursor = '0';
  do {
    const [next, keys] = await redis.scan(cursor, 'MATCH', 'mastra:topic:lease:*', 'COUNT', 1000);
    cursor = next;
    const pipeline = redis.pipeline();
    for (const key of keys) pipeline.get(key).pexpiretime(key);
    const replies = (await pipeline.exec()) ?? [];
    keys.forEach((key, i) => {
      const [owner, expiresAt] = known.get(key) ?? [];
      const deadline = Number(replies[2 * i + 1]?.[1]);
      const same =
        owner === replies[2 * i]?.[1] && Math.abs((expiresAt ?? 0) - deadline) < SAME_DEADLINE_MS;
      if (!same) wrong++;
      known.delete(key);
    });
  } while (cursor !== '0');
  return wrong + known.size;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
