import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { leaseIdOf } from '../lib/keys/lease-id.ts';
import { leaseKeyPrefix, storeKeys } from '../lib/lease/index.ts';
import { launchRedis, type RedisServer } from '../scripts/redis/launch.ts';
import { main } from './main.ts';

const PREFIX = 'mastra:topic';
const KEY = `${leaseKeyPrefix(PREFIX)}user_1\0thread_1`;
const PROGRAM = fileURLToPath(new URL('leaseboard.js', import.meta.url));

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

beforeEach(async () => {
  await redis.flushall();
  await redis.set(KEY, 'run-1', 'PX', 60_000);
});

interface Ended {
  code: number;
  out: string;
  err: string;
}

/** Runs the command in a process of its own, straight on Redis unless it is told otherwise. */
function leaseboard(
  args: string[],
  env: Record<string, string> = { REDIS_URL: server.url },
): Promise<Ended> {
  const { PATH, HOME, NODE_ENV } = process.env;
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [PROGRAM, ...args],
      { env: { PATH, HOME, NODE_ENV, ...env } },
      (_, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

const GUARDED = ['--expect-owner', 'run-1', '--reason', 'process died', '--as', 'Ada'];

describe('acts', () => {
  test('release frees the owner named, says who did it, and exits 0', async () => {
    const args = ['release', 'user_1\\0thread_1', ...GUARDED, '--json'];
    const ended = await leaseboard(args);
    expect(ended).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(ended.out)).toMatchObject({ outcome: 'done', owner: null });
    expect(await redis.exists(KEY)).toBe(0);
    const [entry] = await redis.xrange(storeKeys(PREFIX).audit, '-', '+');
    expect(entry?.[1]).toEqual(expect.arrayContaining(['Ada', 'redis', 'process died']));
  });

  test('a wrong owner exits 3 and changes nothing', async () => {
    const args = [
      'release',
      leaseIdOf(Buffer.from(KEY)),
      '--expect-owner',
      'run-0',
      '--reason',
      'x',
    ];
    const ended = await leaseboard(args);
    expect(ended.code).toBe(3);
    expect(ended.out).toContain('Owner now: run-1');
    expect(await redis.get(KEY)).toBe('run-1');
  });

  test('hold keeps everyone off for its time', async () => {
    const ended = await leaseboard(['hold', 'user_1\\0thread_1', ...GUARDED, '--for', '5m']);
    expect(ended.code).toBe(0);
    expect(await redis.get(KEY)).toMatch(/^leaseboard-hold:\["Ada",/);
    expect(await redis.pttl(KEY)).toBeGreaterThan(200_000);
  });

  test('a transfer to nobody that adopts, and a stop that nobody hears, exit 4', async () => {
    const name = 'user_1\\0thread_1';
    expect((await leaseboard(['transfer', name, ...GUARDED, '--to', 'run-2'])).code).toBe(4);
    expect((await leaseboard(['stop', name, ...GUARDED])).code).toBe(4);
    expect(await redis.get(KEY)).toBe('run-1');
  });

  test.each([
    ['no owner', ['release', 'user_1\\0thread_1', '--reason', 'x'], '--expect-owner'],
    ['no reason', ['release', 'user_1\\0thread_1', '--expect-owner', 'run-1'], '--reason'],
    ['no lease', ['release', ...GUARDED], 'Which lease'],
    ['no receiver', ['transfer', 'user_1\\0thread_1', ...GUARDED], '--to'],
    ['no such command', ['eat'], 'Unknown command'],
    ['no such option', ['ls', '--colour'], '--colour'],
    ['no time', ['hold', 'user_1\\0thread_1', ...GUARDED, '--for', 'long'], 'Not a time'],
  ])('%s exits 2 and says so', async (_, args, says) => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(await main(args, { REDIS_URL: server.url }, '0.0.0')).toBe(2);
    expect(errors.mock.calls.join()).toContain(says);
    errors.mockRestore();
    expect(await redis.get(KEY)).toBe('run-1');
  });
});

describe('looking', () => {
  test('ls lists and filters; what could move the cursor is spelled out', async () => {
    await redis.set(`${leaseKeyPrefix(PREFIX)}\u001b[31mred`, 'run-2', 'PX', 60_000);
    const all = await leaseboard(['ls']);
    expect(all.code).toBe(0);
    expect(all.out).toContain('user_1\\0thread_1');
    expect(all.out).toContain('\\x1b[31mred');
    expect(all.out).not.toContain('\u001b');
    const some = await leaseboard(['ls', 'owner:run-2', '--json']);
    expect(JSON.parse(some.out)).toMatchObject({ total: 1, leases: [{ owner: 'run-2' }] });
  });

  test('get tells one lease, and exits 3 when nobody holds it', async () => {
    const held = await leaseboard(['get', 'user_1\\0thread_1', '--json']);
    expect(JSON.parse(held.out)).toMatchObject({ owner: 'run-1', kind: 'thread' });
    expect((await leaseboard(['get', 'nobody'])).code).toBe(3);
  });

  test('history has what was recorded', async () => {
    await leaseboard(['release', 'user_1\\0thread_1', ...GUARDED]);
    const ended = await leaseboard(['history', 'user_1\\0thread_1', '--json']);
    expect(JSON.parse(ended.out).entries).toMatchObject([
      { event: 'released', from: 'run-1', actor: 'Ada', reason: 'process died' },
    ]);
  });

  test('watch prints changes as they happen', async () => {
    const child = execFile(process.execPath, [PROGRAM, 'watch', '--json'], {
      env: { ...process.env, REDIS_URL: server.url },
    });
    let out = '';
    child.stdout?.on('data', (text: string) => {
      out += text;
    });
    await expect
      .poll(
        async () => {
          await redis.set(KEY, `run-${Date.now()}`, 'PX', 60_000);
          return out;
        },
        { timeout: 30_000, interval: 200 },
      )
      .toContain('"event":"transferred"');
    child.kill('SIGINT');
    await expect.poll(() => child.exitCode, { timeout: 10_000 }).toBe(0);
  });
});

test('help and version need no Redis, everything else says where to find it', async () => {
  const help = await leaseboard(['--help'], {});
  expect(help).toMatchObject({ code: 0, err: '' });
  for (const word of ['ls', 'get', 'watch', 'history', 'stop', 'release', 'transfer', 'hold']) {
    expect(help.out).toMatch(new RegExp(`^  ${word} `, 'm'));
  }
  expect((await leaseboard(['--version'], {})).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(await leaseboard(['ls'], {})).toMatchObject({ code: 2 });
});

test('a Redis that is not there exits 1', async () => {
  const ended = await leaseboard(['ls'], { REDIS_URL: 'redis://127.0.0.1:1' });
  expect(ended).toMatchObject({ code: 1, out: '' });
  expect(ended.err).toContain('Redis does not answer');
});
