/** Whatever happens to the server, in the end the table is what a fresh scan says, and the gap is known. */

import { expect, it } from 'vitest';
import { launchRedis } from '../../scripts/redis/launch.ts';
import { leaseIdOf } from '../keys/lease-id.ts';
import { busyLeases, patientClient, pauseOf } from './testing/busy-leases.ts';
import {
  leaseKey,
  rowOf,
  scanOf,
  tableOf,
  until,
  untilComplete,
  type WatchedRedis,
  watchedRedis,
} from './testing/watched-redis.ts';

const idOf = (key: string) => leaseIdOf(Buffer.from(leaseKey(key)));

async function withUnrest(
  options: Parameters<typeof watchedRedis>[0],
  trouble: (watched: WatchedRedis) => Promise<void>,
): Promise<WatchedRedis> {
  const watched = await watchedRedis(options);
  const busy = busyLeases(() => patientClient(watched.server.url));
  await until(() => watched.changes.length > 50);
  await trouble(watched);
  const before = busy.done;
  await until(() => busy.done > before + 100);
  await busy.stop();
  await untilComplete(watched.watch);
  await untilEqual(watched);
  return watched;
}

/** The short leases run out while this waits, so both sides are asked until they agree. */
async function untilEqual({ watch, redis }: WatchedRedis): Promise<void> {
  await until(async () => {
    const scanned = await scanOf(redis);
    return scanned.join() === tableOf(watch).join();
  });
}

it('a server stopped for 10 s: said within 2 s, nothing forgotten, right again within 3 s of its return', async () => {
  const watched = await watchedRedis();
  const { redis, watch, server, gaps } = watched;
  await redis.set(leaseKey('kept'), 'run-1', 'PX', 600_000);
  await until(() => rowOf(watch, idOf('kept')) !== null);

  const stoppedAt = watch.now();
  await server.stop();
  await until(() => watch.trust().redis.state === 'down', 2000);
  await pauseOf(10_000 - (watch.now() - stoppedAt));
  expect(rowOf(watch, idOf('kept'))?.owner).toBe('run-1');
  expect(watch.trust().redis.since).toBeLessThan(stoppedAt + 2000);

  const again = await launchRedis({ port: server.port });
  const backAt = watch.now();
  const client = patientClient(again.url);
  client.on('error', () => {});
  await until(() => client.status === 'ready');
  await client.set(leaseKey('new'), 'run-2', 'PX', 600_000);
  await until(() => rowOf(watch, idOf('new'))?.owner === 'run-2', 3000);
  await until(() => watch.trust().events.complete, 3000 - (watch.now() - backAt));
  expect(rowOf(watch, idOf('kept'))).toBeNull();
  expect(gaps).toHaveLength(2);
  expect(gaps[1]?.from).toBeLessThanOrEqual(stoppedAt + 50);
  expect(gaps[1]?.to).toBeGreaterThanOrEqual(backAt);
  expect(watched.changes.at(0)).toMatchObject({ event: 'acquired', source: 'observed' });
  expect(watched.changes.find(({ event }) => event === 'released')?.source).toBe('reconciled');
  client.disconnect();
  await watched.close();
  await again.stop();
});

it('a server frozen for 10 s is found by its silence, and caught up with', async () => {
  const watched = await withUnrest({}, async ({ server, watch }) => {
    process.kill(server.pid, 'SIGSTOP');
    try {
      await until(() => watch.trust().redis.state === 'down', 2000);
      expect(watch.trust().redis.detail).toBe('Redis does not answer');
      await pauseOf(8000);
    } finally {
      process.kill(server.pid, 'SIGCONT');
    }
  });
  expect(watched.gaps.at(-1)?.reason).toBe('Redis does not answer');
  await watched.close();
});

it('a subscriber that is killed', async () => {
  const watched = await withUnrest({}, async ({ redis, gaps }) => {
    await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await until(() => gaps.length === 2);
  });
  expect(watched.gaps[1]?.reason).toBe('the subscriber was cut off');
  await watched.close();
});

it('a subscriber cut off for reading too slowly', async () => {
  const args = ['--client-output-buffer-limit', 'pubsub 64kb 0 0'];
  const watched = await withUnrest({ args }, async ({ redis, gaps }) => {
    // One script, one reply, more events at once than the server will keep for anybody.
    const script = `for i = 1, 30000 do redis.call('SET', KEYS[1], i, 'PX', 60000) end`;
    await redis.eval(script, 1, leaseKey('flood'));
    await until(() => gaps.length === 2);
  });
  expect(watched.gaps[1]?.reason).toBe('the subscriber was cut off');
  await watched.close();
});

it('FLUSHALL, of which no event tells', async () => {
  const watched = await withUnrest({ watch: { reconcileMs: 200 } }, async ({ redis, changes }) => {
    await redis.set(leaseKey('flushed'), 'run-1', 'PX', 600_000);
    await until(() => changes.some(({ to }) => to?.toString() === 'run-1'));
    await redis.flushall();
    await until(() => changes.some(({ from }) => from?.toString() === 'run-1'));
  });
  const flushed = watched.changes.find(({ from }) => from?.toString() === 'run-1');
  expect(flushed).toMatchObject({ event: 'released', source: 'reconciled' });
  await watched.close();
});

it('another database swapped in, of which no event tells', async () => {
  const watched = await withUnrest({ watch: { reconcileMs: 200 } }, async ({ redis, watch }) => {
    await redis.select(1);
    await redis.set(leaseKey('from the other side'), 'run-1', 'PX', 600_000);
    await redis.swapdb(0, 1);
    await redis.select(0);
    await until(() => rowOf(watch, idOf('from the other side'))?.owner === 'run-1');
  });
  await watched.close();
});

it('event flags taken away while running: tracking takes over, and events when they are back', async () => {
  const watched = await withUnrest({}, async ({ redis, watch, gaps }) => {
    await redis.config('SET', 'notify-keyspace-events', '');
    await until(() => gaps.length === 2);
    expect(watch.trust().events).toMatchObject({
      mode: 'tracking',
      reason: 'keyspace events are off',
    });
    await redis.set(leaseKey('tracked'), 'run-1', 'PX', 600_000);
    await until(() => rowOf(watch, idOf('tracked'))?.owner === 'run-1', 500);
    await redis.config('SET', 'notify-keyspace-events', 'KA');
    await until(() => gaps.length === 3);
    expect(watch.trust().events).toMatchObject({ mode: 'keyspace', reason: null });
  });
  expect(watched.gaps[1]).toMatchObject({ reason: 'the event flags were changed' });
  await watched.close();
});
