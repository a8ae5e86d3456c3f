import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchRedis, type RedisServer } from '../../../scripts/redis/launch.ts';
import { readLeases } from './read-leases.ts';

let server: RedisServer;
let redis: Redis;

beforeAll(async () => {
  server = await launchRedis();
  redis = new Redis(server.url);
  await redis.acl('SETUSER', 'reader', 'on', '>secret', '~*', '+@all', '-@scripting');
  await redis.set('t:lease:a', 'run-1', 'PX', 60_000);
  await redis.set('t:lease:forever', 'run-2');
  await redis.set(Buffer.from('t:lease:\xff', 'latin1'), Buffer.from('run-\xfe', 'latin1'));
  await redis.set('t:lease:huge', 'x'.repeat(5000), 'PX', 60_000);
  await redis.hset('t:lease:hash', 'field', 'value');
});

afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

const KEYS = ['a', 'forever', '\xff', 'huge', 'hash', 'gone'].map((name) => `t:lease:${name}`);

/** Readings without their moments, and the commands that the server counted for them. */
async function read(client: Redis) {
  await client.ping();
  await redis.config('RESETSTAT');
  const options = { now: () => 1000, timeoutMs: 5000, cluster: false };
  const readings = await readLeases(client, KEYS, options);
  const stats = await redis.info('commandstats');
  const calls = (name: string) =>
    Number(new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(stats)?.[1] ?? 0);
  const told = readings.map((reading) => {
    if (reading.state !== 'held') return reading.state;
    const { owner, remainingMs } = reading;
    return [
      owner.text.slice(0, 8),
      owner.bytes,
      remainingMs === null ? null : remainingMs > 50_000,
    ];
  });
  return { told, scripts: calls('evalsha') };
}

const TOLD = [
  ['run-1', 5, true],
  ['run-2', 5, null],
  ['run-\xfe', 5, null],
  ['xxxxxxxx', 5000, true],
  'unreadable',
  'missing',
];

it('reads all in one script, and by themselves those that text cannot stand for', async () => {
  expect((await read(redis)).told).toEqual(TOLD);
  const { told, scripts } = await read(redis);
  expect(told).toEqual(TOLD);
  expect(scripts).toBe(1);
});

it('reads the same where scripts are forbidden, and asks for them only once', async () => {
  const reader = new Redis(server.url, { username: 'reader', password: 'secret' });
  expect((await read(reader)).told).toEqual(TOLD);
  const { told, scripts } = await read(reader);
  expect(told).toEqual(TOLD);
  expect(scripts).toBe(0);
  reader.disconnect();
});

it('fails where the server does not answer', async () => {
  const away = new Redis({ port: server.port, lazyConnect: true, enableOfflineQueue: false });
  const options = { now: () => 0, timeoutMs: 1000, cluster: false };
  await expect(readLeases(away, KEYS, options)).rejects.toThrow();
  away.disconnect();
});
