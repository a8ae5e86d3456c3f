import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchRedis, type RedisServer } from '../../scripts/redis/launch.ts';
import { runLoad } from './testing/load.ts';

let server: RedisServer;
let redis: Redis;

beforeAll(async () => {
  server = await launchRedis();
  redis = new Redis(server.url);
});

afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

it('handles every event of a group although one of its subscribers is killed', async () => {
  const place = { url: server.url, prefix: 'load', topics: 20 };
  const result = await runLoad(redis, place, { events: 10_000, limitMs: 50_000 });
  expect(result).toMatchObject({ handled: 9_990, pending: 0 });
  expect(result.refusals).toHaveLength(10);
  // A kill before the refusal's note hides one of the five; one between note and nack shows one more.
  for (const deliveries of result.refusals) {
    expect(deliveries).toBeGreaterThanOrEqual(4);
    expect(deliveries).toBeLessThanOrEqual(6);
  }
});
