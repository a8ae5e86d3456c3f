import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { launchRedis, type RedisServer } from '../../scripts/redis/launch.ts';
import { threadStreamKey } from '../keys/thread-stream.ts';
import { leaseKeyPrefix } from '../lease/index.ts';
import { askToStop } from './lua-scripts.ts';
import { requestStop } from './request-stop.ts';
import { ThreadWriter } from './testing/thread-writer.ts';

const PREFIX = 'p';
const THREAD = 'user_1\0thread_1';
const LEASE = `${leaseKeyPrefix(PREFIX)}${THREAD}`;

let server: RedisServer;
let redis: Redis;

beforeEach(async () => {
  server = await launchRedis();
  redis = new Redis(server.url);
  await redis.set(LEASE, 'run-1', 'PX', 60_000);
  await new ThreadWriter(redis, PREFIX).register(THREAD, 'run-1');
});

afterEach(async () => {
  redis.disconnect();
  await server.stop();
});

const request = (waitMs: number) =>
  requestStop({ redis, prefix: PREFIX, threadKey: THREAD, owner: 'run-1', waitMs });

async function published(): Promise<string[]> {
  const items = await redis.xrange(threadStreamKey(PREFIX, THREAD), '-', '+');
  return items.map(([, fields]) => (JSON.parse(fields[1] ?? '') as { type: string }).type);
}

/** Does something at the moment the request itself is sent, and not before. */
function atTheRequest(happens: () => Promise<void>): void {
  const evalsha = redis.evalsha.bind(redis);
  vi.spyOn(redis, 'evalsha').mockImplementation(async (...args) => {
    if (args[0] === askToStop.sha1) await happens();
    return evalsha(...args);
  });
}

test('a request that reaches Redis late is refused there: nobody is asked', async () => {
  // Known already, so that the request is one command.
  await request(50);
  const asked = await published();
  atTheRequest(async () => {
    process.kill(server.pid, 'SIGSTOP');
    setTimeout(() => process.kill(server.pid, 'SIGCONT'), 1500);
  });
  expect(await request(50)).toMatchObject({
    outcome: 'ignored',
    detail: expect.stringContaining('was not asked'),
  });
  expect(await published()).toEqual(asked);
});

test('another holder is not asked, even when it took over just before', async () => {
  atTheRequest(async () => {
    await redis.set(LEASE, 'run-2', 'PX', 60_000);
  });
  expect(await request(50)).toMatchObject({ outcome: 'owner-changed', owner: 'run-2' });
  expect(await published()).toEqual(['run-registered']);
});
