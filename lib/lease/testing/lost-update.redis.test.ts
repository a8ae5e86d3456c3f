import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { launchRedis, type RedisServer } from '../../../scripts/redis/launch.ts';
import { compiledProgram } from '../../../scripts/system/compiled-program.ts';
import { RedisLeaseProvider } from '../redis/provider.ts';
import { writeCounter } from './counter.ts';

const WRITER = fileURLToPath(new URL('./paused-writer.ts', import.meta.url));

let server: RedisServer;
let redis: Redis;

beforeAll(async () => {
  server = await launchRedis();
  redis = new Redis(server.url);
});

beforeEach(async () => {
  await redis.flushall();
});

afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

/** A paused holder wakes up after its lease ran out and another has worked. What is the counter then? */
async function counterAfterPause(mode: 'fenced' | 'unfenced'): Promise<number> {
  const leases = new RedisLeaseProvider({ redis, keyPrefix: 'demo' });
  await redis.set('counter', 0);
  const writer = spawn(process.execPath, [compiledProgram(WRITER), server.url, mode], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(writer, 'exit');
  const died = exited.then(() => Promise.reject(new Error('the writer ended before it had read')));
  await Promise.race([once(writer.stdout, 'data'), died]);
  died.catch(() => {});
  writer.kill('SIGSTOP');

  const expired = () => leases.getLeaseOwner('counter');
  await expect.poll(expired, { timeout: 10_000 }).toBeUndefined();
  for (let n = 0; n < 5; n++) {
    const { fence } = await leases.acquireLease('counter', `worker ${n}`, 30_000);
    const read = Number(await redis.get('counter'));
    await writeCounter(redis, read + 1, mode === 'fenced' ? fence : undefined);
    await leases.releaseLease('counter', `worker ${n}`);
  }
  writer.kill('SIGCONT');
  await exited;
  return Number(await redis.get('counter'));
}

it('loses updates of others when a paused holder writes without its fence', async () => {
  expect(await counterAfterPause('unfenced')).toBe(1);
});

it('never loses one when what is protected compares fences', async () => {
  for (let n = 0; n < 3; n++) expect(await counterAfterPause('fenced')).toBe(5);
});
