import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ACTIONS } from '../lib/admin/action.ts';
import { leaseIdOf } from '../lib/keys/lease-id.ts';
import { threadStreamKey } from '../lib/keys/thread-stream.ts';
import { leaseKeyPrefix, storeKeys } from '../lib/lease/index.ts';
import { launchRedis, type RedisServer } from '../scripts/redis/launch.ts';
import { EXIT } from './exit-codes.ts';
import { main } from './main.ts';
import { type Ended, InstalledCommand } from './testing/installed-command.ts';

const PREFIX = 'mastra:topic';
const KEY = `${leaseKeyPrefix(PREFIX)}user_1\0thread_1`;

let command: InstalledCommand;
let server: RedisServer;
let redis: Redis;

beforeAll(async () => {
  command = new InstalledCommand();
  server = await launchRedis();
  redis = new Redis(server.url);
});

afterAll(async () => {
  command.remove();
  redis.disconnect();
  await server.stop();
});

beforeEach(async () => {
  await redis.flushall();
  await redis.set(KEY, 'run-1', 'PX', 60_000);
});

/** Runs the command straight on Redis unless it is told otherwise. */
function leaseboard(args: string[], env = { REDIS_URL: server.url }): Promise<Ended> {
  return command.run(args, env);
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

test.each(ACTIONS)('%s --help tells what it needs and how it can end', async (act) => {
  const told = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  expect(await main([act, '--help'], {}, '0.0.0')).toBe(0);
  const text = told.mock.calls.join('');
  told.mockRestore();
  expect(text).toMatch(new RegExp(`^Usage: leaseboard ${act} <lease> --expect-owner`));
  expect(text).toContain(`\n  leaseboard ${act} `);
  for (const code of Object.values(EXIT)) expect(text).toContain(`${code} `);
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

  test('a key without its resource leads to the lease that was meant, held or free', async () => {
    const hint = "No lease has the key thread_1. Did you mean 'user_1\\0thread_1'?\n";
    expect(await leaseboard(['get', 'thread_1'])).toMatchObject({ code: 3, err: hint });
    await leaseboard(['release', 'user_1\\0thread_1', ...GUARDED]);
    expect(await leaseboard(['history', 'thread_1'])).toMatchObject({ code: 0, err: hint });
    expect(await leaseboard(['get', 'thread_2'])).toMatchObject({ code: 3, err: '' });
  });

  test('history has what was recorded', async () => {
    await leaseboard(['release', 'user_1\\0thread_1', ...GUARDED]);
    const ended = await leaseboard(['history', 'user_1\\0thread_1', '--json']);
    expect(JSON.parse(ended.out).entries).toMatchObject([
      { event: 'released', from: 'run-1', actor: 'Ada', reason: 'process died' },
    ]);
  });

  test('watch prints changes as they happen', async () => {
    const child = command.start(['watch', '--json'], { REDIS_URL: server.url });
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

describe('what a dashboard would know, straight on Redis', () => {
  const MINUTE = 60_000;

  test('since when a lease is held, as a dashboard noted it', async () => {
    const args = ['ls', 'held:>10m', '--json'];
    const unknown = await leaseboard(args);
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('1 lease is held') });
    expect(JSON.parse(unknown.out)).toMatchObject({ total: 0, leases: [] });
    expect((await leaseboard(['ls'])).out).toMatch(/thread_1 .* unknown /);

    await note('run-1', Date.now() - 20 * MINUTE);
    const noted = await leaseboard(args);
    expect(noted).toMatchObject({ code: 0, err: '' });
    const [lease] = JSON.parse(noted.out).leases;
    expect(lease).toMatchObject({ owner: 'run-1', heldForAtLeast: true, health: 'long-held' });
    expect(lease.heldForMs).toBeGreaterThanOrEqual(20 * MINUTE);
    expect(await leaseboard(['ls', 'held:>30m'])).toMatchObject({ code: 0, err: '0 leases\n' });
  });

  test('the moment itself, where the history has the grant; nothing from the grant of another', async () => {
    const at = Date.now() - 20 * MINUTE;
    await note('run-1', at);
    await record({ event: 'acquired', to: 'run-1', at });
    const get = async () =>
      JSON.parse((await leaseboard(['get', 'user_1\\0thread_1', '--json'])).out);
    expect(await get()).toMatchObject({ heldForAtLeast: false, fence: '7' });
    await redis.set(KEY, 'run-2', 'PX', 60_000);
    expect(await get()).toMatchObject({ owner: 'run-2', heldForAtLeast: true, fence: null });
  });

  test('what a run does and where', async () => {
    const stream = threadStreamKey(PREFIX, 'user_1\0thread_1');
    const run = { runId: 'run-1', streamId: 's-1', sourceId: 'source-1' };
    const event = {
      type: 'run-registered',
      runId: 'run-1',
      data: { type: 'run-registered', ...run },
    };
    await redis.xadd(stream, `${Date.now() - 5 * MINUTE}-0`, 'event', JSON.stringify(event));
    const card = { id: 'card-1', service: 'support-api', host: 'web-1', pid: 31272, version: null };
    const seen = { sourceId: 'source-1', since: Date.now() - MINUTE, seenAt: Date.now() };
    await redis.hset(storeKeys(PREFIX).instances, 'card-1', JSON.stringify({ ...card, ...seen }));

    for (const query of ['process:support-api', 'health:silent', 'support-api']) {
      const found = JSON.parse((await leaseboard(['ls', query, '--json'])).out);
      expect(found, query).toMatchObject({
        total: 1,
        leases: [{ run: { state: 'silent' }, process: { host: 'web-1', pid: 31272 } }],
      });
    }
    expect(await leaseboard(['ls', 'health:working'])).toMatchObject({ code: 0, out: '' });
    const told = await leaseboard(['get', 'user_1\\0thread_1']);
    for (const fact of [/^run +silent$/m, /^host +web-1$/m, /^pid +31272$/m]) {
      expect(told.out).toMatch(fact);
    }
  });

  test.each(['health:at-risk', 'health:silent,leaked', '-health:healthy', 'health:flapping'])(
    '%s takes watching, and that is said: exit 2',
    async (query) => {
      const ended = await leaseboard(['ls', '--', query]);
      expect(ended).toMatchObject({ code: 2, out: '' });
      expect(ended.err).toContain('is not known straight on Redis');
    },
  );

  test('an order by what takes watching is not made up', async () => {
    const ended = await leaseboard(['ls', '--sort=-changes']);
    expect(ended).toMatchObject({ code: 2, err: expect.stringContaining('--sort -changes') });
    expect((await leaseboard(['ls', '--json'])).out).toContain('"health": "unknown"');
  });

  /** As the recorder notes a holder. */
  async function note(owner: string, since: number): Promise<void> {
    await redis.hset(storeKeys(PREFIX).held, KEY, `0 ${since} 9999999999999 0 ${owner}`);
  }

  async function record(entry: { event: string; to: string; at: number }): Promise<void> {
    const { event, to, at } = entry;
    await redis.xadd(
      ...[storeKeys(PREFIX).history, '*', 'key', KEY, 'event', event, 'from', '', 'to', to],
      ...['at', String(at), 'source', 'observed', 'actor', '', 'reason', '', 'held', ''],
      ...['renewals', '', 'fence', '7'],
    );
  }
});

test('help and version need no Redis, everything else says where to find it', async () => {
  const help = await command.run(['--help']);
  expect(help).toMatchObject({ code: 0, err: '' });
  for (const word of ['ls', 'get', 'watch', 'history', 'stop', 'release', 'transfer', 'hold']) {
    expect(help.out).toMatch(new RegExp(`^  ${word} `, 'm'));
  }
  const act = await command.run(['hold', '--help']);
  expect(act).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^Usage: .* hold /) });
  expect((await command.run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(await command.run(['ls'])).toMatchObject({ code: 2 });
});

test('a Redis that is not there exits 1', async () => {
  const ended = await leaseboard(['ls'], { REDIS_URL: 'redis://127.0.0.1:1' });
  expect(ended).toMatchObject({ code: 1, out: '' });
  expect(ended.err).toContain('Redis does not answer');
});
