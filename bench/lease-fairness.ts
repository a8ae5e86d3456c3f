/**
 * `npm run bench:fairness`: one key that 8 processes with 16 waiters each want, all the time; one of
 * the processes is killed while it is in the line. Prints how even the shares of processes and waiters
 * were (Jain's index: 1 is even), the waits, and how long the kill kept the others from the key.
 */

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { RedisLeaseProvider, withLease } from '../lib/lease/index.ts';
import { launchRedis } from '../scripts/redis/launch.ts';
import { fairness, quantile } from './lease/measure.ts';

const PROCESSES = 8;
const WAITERS = 16;
const SECONDS = 12;
const KILL_AFTER_MS = 4000;
const TTL_MS = 1500;

interface Turn {
  waiter: number;
  waitMs: number;
  at: number;
}

const [url] = process.argv.slice(2);
if (url === undefined) await measure();
else await takeTurns(url);

async function takeTurns(url: string): Promise<void> {
  const leases = new RedisLeaseProvider({ redis: new Redis(url), keyPrefix: 'fair' });
  const until = Date.now() + SECONDS * 1000;
  await Promise.all(
    Array.from({ length: WAITERS }, async (_, waiter) => {
      while (Date.now() < until) {
        const asked = performance.now();
        const options = { ttlMs: TTL_MS, waitMs: Math.max(1, until - Date.now()) };
        await withLease(leases, 'hot', options, async () => {
          const turn: Turn = { waiter, waitMs: performance.now() - asked, at: Date.now() };
          process.send?.(turn);
          await new Promise((resolve) => setTimeout(resolve, 1));
        }).catch(() => {});
      }
    }),
  );
  process.exit(0);
}

async function measure(): Promise<void> {
  const server = await launchRedis({ events: 'Kg$x' });
  const turns = Array.from({ length: PROCESSES }, () => [] as Turn[]);
  const children = turns.map((taken) => {
    const child = fork(fileURLToPath(import.meta.url), [server.url], {
      execArgv: ['--import', 'tsx'],
    });
    child.on('message', (turn) => taken.push(turn as Turn));
    return child;
  });
  let killedAt = 0;
  setTimeout(() => {
    killedAt = Date.now();
    children[0]?.kill('SIGKILL');
  }, KILL_AFTER_MS);
  await Promise.all(children.map((child) => new Promise((resolve) => child.once('exit', resolve))));
  await server.stop();

  const living = turns.slice(1);
  const all = living.flat();
  const waits = all.map(({ waitMs }) => waitMs);
  const perWaiter = living.flatMap((taken) =>
    Array.from({ length: WAITERS }, (_, n) => taken.filter(({ waiter }) => waiter === n).length),
  );
  const next = Math.min(...all.map(({ at }) => at).filter((at) => at > killedAt));
  console.log(`turns                          ${all.length}`);
  console.log(
    `fairness between processes     ${fairness(living.map((one) => one.length)).toFixed(3)}`,
  );
  console.log(`fairness between waiters       ${fairness(perWaiter).toFixed(3)}`);
  console.log(
    `wait p50, p99                  ${quantile(waits, 0.5).toFixed(0)} ms, ${quantile(waits, 0.99).toFixed(0)} ms`,
  );
  console.log(`next turn after the kill       ${next - killedAt} ms (TTL ${TTL_MS} ms)`);
}
