import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchRedis, type RedisServer } from '../../../scripts/redis/launch.ts';
import { ServerMarks } from './server-marks.ts';

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

test.each([
  ['FLUSHALL', 'FLUSHALL was called', () => redis.flushall()],
  ['FLUSHDB in a transaction', 'FLUSHDB was called', () => redis.multi().flushdb().exec()],
  ['SWAPDB in a script', 'SWAPDB was called', () => redis.eval("redis.call('SWAPDB', 0, 1)", 0)],
  ['a write', null, () => redis.set('a', '1')],
])('%s', async (_, reason, act) => {
  const marks = new ServerMarks(redis);
  expect(await marks.look()).toBeNull();
  await act();
  expect(await marks.look()).toBe(reason);
  expect(await marks.look()).toBeNull();
});

test('counters that were reset are no loss, and what came after them is', async () => {
  const marks = new ServerMarks(redis);
  for (let n = 0; n < 3; n++) await redis.flushdb();
  await marks.look();
  await redis.config('RESETSTAT');
  expect(await marks.look()).toBeNull();
  await redis.flushdb();
  expect(await marks.look()).toBe('FLUSHDB was called');
});

test('a primary that becomes a replica', async () => {
  const marks = new ServerMarks(redis);
  await marks.look();
  await redis.replicaof('127.0.0.1', 1);
  expect(await marks.look()).toBe('the server became a slave');
  await redis.replicaof('NO', 'ONE');
});

test('a user without the right to ask is only asked for a sign of life', async () => {
  await redis.call('ACL', 'SETUSER', 'plain', 'on', 'nopass', '-@all', '+ping');
  const plain = new Redis({
    port: server.port,
    username: 'plain',
    password: 'x',
    enableReadyCheck: false,
  });
  plain.on('error', () => {});
  const marks = new ServerMarks(plain);
  await marks.look();
  await redis.flushall();
  expect(await marks.look()).toBeNull();
  plain.disconnect();
});
