import { Redis, type RedisOptions } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchRedis, type RedisServer } from '../../../scripts/redis/launch.ts';
import { LeaseArgumentError, LeaseConfigurationError, LeaseUnavailableError } from '../errors.ts';
import { leaseKeyPrefix, storeKeys } from '../redis-keys.ts';
import { FaultProxy } from '../testing/fault-proxy.ts';
import { RedisLeaseProvider } from './provider.ts';

const PREFIX = 'mastra:topic';
const LEASE = `${leaseKeyPrefix(PREFIX)}k`;

let server: RedisServer;
let admin: Redis;
const clients: Redis[] = [];

beforeAll(async () => {
  server = await launchRedis();
  admin = new Redis(server.url);
});

beforeEach(async () => {
  await admin.flushall();
});

afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect();
});

afterAll(async () => {
  admin.disconnect();
  await server.stop();
});

function client(options: RedisOptions = {}): Redis {
  const redis = new Redis({ port: server.port, ...options });
  redis.on('error', () => {});
  clients.push(redis);
  return redis;
}

async function wholeLife(redis: Redis): Promise<void> {
  const leases = new RedisLeaseProvider({ redis });
  const won = await leases.acquireLease('k', '007', 60_000);
  expect(won).toEqual({ acquired: true, owner: '007', fence: expect.stringMatching(/^\d{16}$/) });
  expect(await leases.acquireLease('k', 'b', 60_000)).toEqual({ acquired: false, owner: '007' });
  expect(await leases.getLeaseOwner('k')).toBe('007');
  expect(await leases.renewLease('k', '007', 60_000)).toBe(true);
  expect(await leases.transferLease('k', '007', '1', 60_000)).toBe(true);
  expect(await leases.getLease('k')).toMatchObject({ key: 'k', owner: '1' });
  await leases.releaseLease('k', '1');
  expect(await leases.getLeaseOwner('k')).toBeUndefined();
}

describe('client options', () => {
  it.each<[string, RedisOptions]>([
    ['stringNumbers', { stringNumbers: true }],
    ['another database', { db: 3 }],
    ['RESP2', { protocol: 2 }],
    ['RESP3 replies as they are', { protocol: 3, replyMapping: 'resp3' } as RedisOptions],
    ['automatic pipelining', { enableAutoPipelining: true }],
    ['no ready check', { enableReadyCheck: false }],
  ])('works with %s', async (_, options) => {
    await wholeLife(client(options));
  });

  it('stays in the database of its client', async () => {
    await new RedisLeaseProvider({ redis: client({ db: 3 }) }).acquireLease('k', 'a', 60_000);
    expect(await admin.exists(LEASE)).toBe(0);
  });

  it('refuses a client that puts a prefix of its own before keys', () => {
    const redis = client({ keyPrefix: 'app:', lazyConnect: true });
    expect(() => new RedisLeaseProvider({ redis })).toThrow(LeaseConfigurationError);
  });

  it('refuses what is no client, and prefixes that are no text', () => {
    const redis = client({ lazyConnect: true });
    expect(() => new RedisLeaseProvider({ redis: {} as Redis })).toThrow(LeaseArgumentError);
    expect(() => new RedisLeaseProvider({ redis, keyPrefix: '' })).toThrow(LeaseArgumentError);
    expect(() => new RedisLeaseProvider({ redis, callTimeoutMs: 0 })).toThrow(LeaseArgumentError);
  });

  it('sends nothing when the arguments are wrong', async () => {
    const redis = client();
    const leases = new RedisLeaseProvider({ redis });
    await redis.ping();
    const calls = async () =>
      Number(/total_commands_processed:(\d+)/.exec(await redis.info('stats'))?.[1]);
    const before = await calls();
    for (const ttlMs of [0, -1, 1.5, Number.NaN, 2 ** 31, '1000' as unknown as number]) {
      await expect(leases.acquireLease('k', 'a', ttlMs)).rejects.toThrow(LeaseArgumentError);
    }
    await expect(leases.acquireLease('\ud800', 'a', 1000)).rejects.toThrow(LeaseArgumentError);
    await expect(leases.acquireLease('k', '', 1000)).rejects.toThrow(LeaseArgumentError);
    expect((await calls()) - before).toBe(1);
  });
});

describe('the server', () => {
  it('may lose its scripts at any moment', async () => {
    const leases = new RedisLeaseProvider({ redis: client() });
    const flushing = setInterval(() => void admin.script('FLUSH'), 1);
    for (let n = 0; n < 200; n++) {
      expect((await leases.acquireLease('k', 'a', 60_000)).acquired).toBe(true);
      await leases.releaseLease('k', 'a');
    }
    clearInterval(flushing);
  });

  it('is named as misconfigured when another type is in the way, and nothing is changed', async () => {
    const leases = new RedisLeaseProvider({ redis: client() });
    await admin.hset(LEASE, 'x', 'y');
    await expect(leases.acquireLease('k', 'a', 60_000)).rejects.toThrow(LeaseConfigurationError);
    await expect(leases.renewLease('k', 'a', 60_000)).rejects.toThrow(LeaseConfigurationError);
    await expect(leases.getLeaseOwner('k')).rejects.toThrow(LeaseConfigurationError);
    const { held, fence, history } = storeKeys(PREFIX);
    for (const key of [held, fence, history]) {
      await admin.flushall();
      await admin.rpush(key, 'a list');
      await expect(leases.acquireLease('k', 'a', 60_000)).rejects.toThrow(LeaseConfigurationError);
      expect(await admin.exists(LEASE)).toBe(0);
    }
  });

  it('is named as misconfigured when the user may not run scripts, or not what they do', async () => {
    const rules = {
      scriptless: '+@all -@scripting',
      writeless: '+@all -set -del -pexpire',
      keyless: '+@all resetkeys ~other:*',
    };
    for (const [name, rule] of Object.entries(rules)) {
      await admin.call('ACL', 'SETUSER', name, 'on', 'nopass', '~*', '&*', ...rule.split(' '));
      const leases = new RedisLeaseProvider({ redis: client({ username: name, password: 'any' }) });
      await expect(leases.acquireLease('k', 'a', 60_000), name).rejects.toThrow(
        LeaseConfigurationError,
      );
      expect(await admin.exists(LEASE)).toBe(0);
    }
  });

  it('works for a user who may do only what leases need', async () => {
    const commands = 'evalsha eval time get set del pexpire hget hset hdel xadd pttl';
    const rights = commands.split(' ').map((command) => `+${command}`);
    const keys = [`~${PREFIX}:lease:*`, `~leaseboard:*`];
    await admin.call(
      'ACL',
      'SETUSER',
      'least',
      'on',
      'nopass',
      ...keys,
      '-@all',
      '+hello',
      '+info',
      ...rights,
    );
    await wholeLife(client({ username: 'least', password: 'any' }));
  });

  it('is unavailable, not lost, while it is read-only, full, or away', async () => {
    const leases = new RedisLeaseProvider({ redis: client(), callTimeoutMs: 400 });
    await leases.acquireLease('k', 'a', 60_000);
    const refusesGrants = async () => {
      await expect(leases.acquireLease('k2', 'a', 60_000)).rejects.toThrow(LeaseUnavailableError);
    };
    const refuses = async () => {
      await refusesGrants();
      await expect(leases.renewLease('k', 'a', 60_000)).rejects.toThrow(LeaseUnavailableError);
    };
    const whileSet = async (
      set: () => Promise<unknown>,
      unset: () => Promise<unknown>,
      refused = refuses,
    ) => {
      await set();
      try {
        await refused();
      } finally {
        await unset();
      }
    };
    const config = (name: string, value: string) => () => admin.config('SET', name, value);
    await whileSet(
      () => admin.replicaof('127.0.0.1', 1),
      () => admin.replicaof('NO', 'ONE'),
    );
    await whileSet(config('maxmemory', '1'), config('maxmemory', '0'), refusesGrants);
    await whileSet(config('min-replicas-to-write', '1'), config('min-replicas-to-write', '0'));
    expect(await leases.renewLease('k', 'a', 60_000)).toBe(true);
  });

  it('makes no attempt whose answer would come too late, once it was refused', async () => {
    const proxy = await FaultProxy.before(server.port);
    const leases = new RedisLeaseProvider({
      redis: client({ port: proxy.port }),
      callTimeoutMs: 400,
    });
    await leases.acquireLease('k', 'a', 60_000);
    // Attempts that are 85 ms apart: the fifth would have some 60 ms left of its 400.
    proxy.delay(30);
    await admin.replicaof('127.0.0.1', 1);
    try {
      for (let times = 0; times < 3; times++) {
        const renewed = leases.renewLease('k', 'a', 60_000);
        await expect(renewed).rejects.toThrow(LeaseUnavailableError);
      }
    } finally {
      await admin.replicaof('NO', 'ONE');
      await proxy.close();
    }
  });

  it('is unavailable at once when the client was closed', async () => {
    const redis = client();
    const leases = new RedisLeaseProvider({ redis });
    await leases.acquireLease('k', 'a', 60_000);
    await redis.quit();
    await expect.poll(() => redis.status).toBe('end');
    await expect(leases.renewLease('k', 'a', 60_000)).rejects.toThrow(LeaseUnavailableError);
    await expect(leases.getLeaseOwner('k')).rejects.toThrow(LeaseUnavailableError);
  });
});
