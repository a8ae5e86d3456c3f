/**
 * What a server refuses, walked whole: each command and each key that a user may lack, and each
 * state in which a server takes no writes. For every operation, alone and in a batch, the answer,
 * the lease, its record and the history have to agree: an error means that nothing was done, and
 * the history tells nothing that did not happen.
 */

import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchRedis, type RedisServer } from '../../../scripts/redis/launch.ts';
import { LeaseConfigurationError, LeaseError, LeaseUnavailableError } from '../errors.ts';
import { leaseKeyPrefix, storeKeys } from '../redis-keys.ts';
import { RedisLeaseProvider } from './provider.ts';
import { parseRecord } from './record.ts';

const PREFIX = 'refusals';
const LEASE = `${leaseKeyPrefix(PREFIX)}k`;
const { held: HELD, fence: FENCE, history: HISTORY } = storeKeys(PREFIX);
const TTL_MS = 60_000;
const LONGER_MS = 90_000;

let server: RedisServer;
let folder: string;
let admin: Redis;
let full: RedisLeaseProvider;
const clients: Redis[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leaseboard-refusals-'));
  server = await launchRedis({ args: ['--dir', folder, '--enable-debug-command', 'yes'] });
  admin = new Redis(server.url);
  full = new RedisLeaseProvider({ redis: admin, keyPrefix: PREFIX });
});

beforeEach(() => admin.flushall());

afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect();
});

afterAll(async () => {
  admin.disconnect();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What can be seen of the lease, from outside of the library. */
interface Seen {
  owner: string | null;
  ttlMs: number;
  record: { owner: string; deadlineMs: number } | null;
  entries: string[];
  nowMs: number;
}

async function look(): Promise<Seen> {
  const [seconds, micros] = await admin.time();
  const isHash = (await admin.type(HELD)) === 'hash';
  const value = isHash ? await admin.hgetBuffer(HELD, LEASE) : null;
  const record = value ? parseRecord(value) : null;
  const isStream = (await admin.type(HISTORY)) === 'stream';
  const entries = isStream ? await admin.xrange(HISTORY, '-', '+') : [];
  return {
    owner: (await admin.type(LEASE)) === 'string' ? await admin.get(LEASE) : null,
    ttlMs: await admin.pttl(LEASE),
    record: record && { owner: record.owner.toString(), deadlineMs: record.deadlineMs },
    entries: entries
      .filter(([, fields]) => fields[1] === LEASE)
      .map(([, fields]) => [fields[3], fields[5], fields[7]].join(' ')),
    nowMs: Number(seconds) * 1000 + Math.floor(Number(micros) / 1000),
  };
}

interface Operation {
  /** Brings about what the operation needs, with all rights. */
  prepare(): Promise<unknown>;
  run(leases: RedisLeaseProvider): Promise<unknown>;
  /** Owner after it was done, its TTL, and what the history gained at most. */
  owner: string | null;
  ttlMs: number;
  entries: readonly string[];
}

const held = () => full.acquireLease('k', 'a', TTL_MS);

const OPERATIONS: Record<string, Operation> = {
  'acquire a free lease': {
    prepare: async () => {},
    run: (leases) => leases.acquireLease('k', 'a', LONGER_MS),
    ...{ owner: 'a', ttlMs: LONGER_MS, entries: ['acquired  a'] },
  },
  'acquire one that expired unseen': {
    prepare: async () => {
      const [seconds] = await admin.time();
      const endedMs = Number(seconds) * 1000 - 1000;
      await admin.hset(HELD, LEASE, `1 ${endedMs - 1000} ${endedMs} 0 z`);
    },
    run: (leases) => leases.acquireLease('k', 'a', LONGER_MS),
    ...{ owner: 'a', ttlMs: LONGER_MS, entries: ['expired z ', 'acquired  a'] },
  },
  refresh: {
    prepare: held,
    run: (leases) => leases.acquireLease('k', 'a', LONGER_MS),
    ...{ owner: 'a', ttlMs: LONGER_MS, entries: [] },
  },
  'refresh what is not recorded': {
    prepare: () => admin.set(LEASE, 'a', 'PX', TTL_MS),
    run: (leases) => leases.acquireLease('k', 'a', LONGER_MS),
    ...{ owner: 'a', ttlMs: LONGER_MS, entries: ['acquired  a'] },
  },
  renew: {
    prepare: held,
    run: (leases) => leases.renewLease('k', 'a', LONGER_MS),
    ...{ owner: 'a', ttlMs: LONGER_MS, entries: [] },
  },
  transfer: {
    prepare: held,
    run: (leases) => leases.transferLease('k', 'a', 'b', LONGER_MS),
    ...{ owner: 'b', ttlMs: LONGER_MS, entries: ['transferred a b'] },
  },
  release: {
    prepare: held,
    run: (leases) => leases.releaseLease('k', 'a'),
    ...{ owner: null, ttlMs: -2, entries: ['released a '] },
  },
};

/** Leases of others that go into the same batch; each must fare as it does alone. */
async function companions(): Promise<(leases: RedisLeaseProvider) => Promise<unknown>[]> {
  for (const key of ['one', 'two']) await full.acquireLease(key, key, TTL_MS);
  return (leases) => [
    leases.renewLease('one', 'one', LONGER_MS),
    leases.releaseLease('two', 'two'),
  ];
}

type Answer = { value: unknown } | { error: LeaseError };

const settle = (asked: Promise<unknown>): Promise<Answer> =>
  asked.then(
    (value) => ({ value }),
    (error: LeaseError) => ({ error }),
  );

interface State {
  enter(): Promise<unknown>;
  leave(): Promise<unknown>;
}

/** The operation on what it needs, alone or in a batch, while the server is in that state. */
async function perform(
  operation: Operation,
  leases: RedisLeaseProvider,
  batched: boolean,
  state?: State,
): Promise<{ before: Seen; after: Seen; answer: Answer }> {
  await admin.flushall();
  await operation.prepare();
  const others = batched ? await companions() : () => [];
  const before = await look();
  await state?.enter();
  const asked = others(leases).map(settle);
  const answer = await settle(operation.run(leases));
  await Promise.all(asked);
  await state?.leave();
  return { before, after: await look(), answer };
}

/** No lie in any cell. */
function expectTruth(
  operation: Operation,
  { before, after, answer }: Awaited<ReturnType<typeof perform>>,
): void {
  const gained = after.entries.slice(before.entries.length);
  expect(after.entries.slice(0, before.entries.length)).toEqual(before.entries);
  if ('error' in answer) {
    expect(answer.error).toBeInstanceOf(LeaseError);
    expect({ owner: after.owner, gained }).toEqual({ owner: before.owner, gained: [] });
    expect(after.ttlMs).toBeLessThanOrEqual(before.ttlMs);
    if (after.record) expect(after.record).toEqual(before.record);
    return;
  }
  expect(after.owner).toBe(operation.owner);
  expect(Math.abs(after.ttlMs - operation.ttlMs)).toBeLessThan(5_000);
  for (const entry of gained) expect(operation.entries).toContain(entry);
  expect(gained).toEqual([...new Set(gained)]);
  if (after.record && after.owner !== null) {
    expect(after.record.owner).toBe(after.owner);
    const deadlineMs = after.nowMs + after.ttlMs;
    expect(Math.abs(after.record.deadlineMs - deadlineMs)).toBeLessThan(1_000);
  } else if (after.owner === null) expect(after.record).toBeNull();
}

const told = (answer: Answer) => ('error' in answer ? answer.error.code : 'done');

let users = 0;
async function restricted(...rules: string[]): Promise<RedisLeaseProvider> {
  const name = `user${++users}`;
  await admin.call('ACL', 'SETUSER', name, 'on', 'nopass', '&*', ...rules);
  const redis = new Redis({ port: server.port, username: name, password: 'any' });
  redis.on('error', () => {});
  clients.push(redis);
  return new RedisLeaseProvider({ redis, keyPrefix: PREFIX, callTimeoutMs: 400 });
}

const COMMANDS = [
  ...['evalsha', 'eval', 'time', 'get', 'mget', 'set', 'del', 'pexpire'],
  ...['hget', 'hmget', 'hset', 'hdel', 'xadd', 'xtrim', 'hrandfield', 'pttl'],
];
const LEASES = `${leaseKeyPrefix(PREFIX)}*`;
const ALL_KEYS = [LEASES, HELD, FENCE, HISTORY];
const without = (key: string) => ALL_KEYS.filter((other) => other !== key);

const RIGHTS: Record<string, string[]> = {
  ...Object.fromEntries(
    COMMANDS.map((command) => [`the command ${command}`, ['~*', '+@all', `-${command}`]]),
  ),
  ...Object.fromEntries(
    ALL_KEYS.map((key) => [`the key ${key}`, ['+@all', ...without(key).map((one) => `~${one}`)]]),
  ),
  ...Object.fromEntries(
    ALL_KEYS.map((key) => [
      `writing the key ${key}`,
      ['+@all', `%R~${key}`, ...without(key).map((one) => `~${one}`)],
    ]),
  ),
};

describe.each(Object.entries(RIGHTS))('without %s', (_, rules) => {
  it.each(Object.entries(OPERATIONS))('%s', async (_, operation) => {
    const leases = await restricted(...rules);
    const alone = await perform(operation, leases, false);
    expectTruth(operation, alone);
    if ('error' in alone.answer) {
      expect(alone.answer.error).toBeInstanceOf(LeaseConfigurationError);
    }
    const batched = await perform(operation, leases, true);
    expectTruth(operation, batched);
    // A batch uses other commands, so it may succeed where a single call may not; never the reverse.
    if (!('error' in alone.answer)) expect(told(batched.answer)).toBe('done');
  });
});

it('one forbidden key in a batch is no matter to the other operations in it', async () => {
  const leases = await restricted('+@all', ...ALL_KEYS.map((key) => `~${key}`));
  const elsewhere = new RedisLeaseProvider({ redis: admin, keyPrefix: PREFIX });
  await elsewhere.acquireLease('mine', 'a', TTL_MS);
  await admin.call(
    'ACL',
    'SETUSER',
    `user${users}`,
    'resetkeys',
    ...ALL_KEYS.slice(1).map((key) => `~${key}`),
    `~${leaseKeyPrefix(PREFIX)}m*`,
  );
  const outcomes = await Promise.allSettled([
    leases.renewLease('mine', 'a', LONGER_MS),
    leases.acquireLease('other', 'a', TTL_MS),
    leases.acquireLease('more', 'a', TTL_MS),
    leases.releaseLease('more', 'a'),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(outcomes[0]).toMatchObject({ value: true });
  expect(await admin.exists(`${leaseKeyPrefix(PREFIX)}more`)).toBe(0);
});

const FILLERS = 120;

/** States in which a server takes no writes, or none that need memory. */
const STATES: Record<string, State> = {
  OOM: {
    enter: () => admin.config('SET', 'maxmemory', '1'),
    leave: () => admin.config('SET', 'maxmemory', '0'),
  },
  READONLY: {
    enter: () => admin.replicaof('127.0.0.1', 1),
    leave: () => admin.replicaof('NO', 'ONE'),
  },
  NOREPLICAS: {
    enter: () => admin.config('SET', 'min-replicas-to-write', '1'),
    leave: () => admin.config('SET', 'min-replicas-to-write', '0'),
  },
  MISCONF: {
    enter: async () => {
      await admin.config('SET', 'save', '3600 1');
      // Where the dump should be put there is something else.
      rmSync(join(folder, 'dump.rdb'), { force: true });
      mkdirSync(join(folder, 'dump.rdb', 'in the way'), { recursive: true });
      await admin.bgsave();
      await expect.poll(() => admin.info('persistence')).toContain('bgsave_status:err');
    },
    leave: async () => {
      rmSync(join(folder, 'dump.rdb'), { recursive: true });
      await admin.bgsave();
      await expect.poll(() => admin.info('persistence')).toContain('bgsave_status:ok');
      await admin.config('SET', 'save', '');
    },
  },
  BUSY: {
    enter: async () => {
      await admin.config('SET', 'busy-reply-threshold', '1');
      void connect()
        .eval('while true do end', 0)
        .catch(() => {});
      await expect.poll(() => refusal(connect())).toContain('BUSY');
    },
    leave: async () => {
      await connect().script('KILL');
      await expect.poll(() => refusal(admin)).toBe('');
    },
  },
  LOADING: {
    enter: async () => {
      // Not to be compressed: while it loads the server looks up from its work once a kilobyte.
      const filler = randomBytes(2000).toString('base64');
      for (let n = 0; n < FILLERS; n++) await admin.set(`filler${n}`, filler);
      await admin.config('SET', 'loading-process-events-interval-bytes', '1024');
      // In µs: it loads until it is told to make haste.
      await admin.config('SET', 'key-load-delay', '20000');
      void connect()
        .call('DEBUG', 'RELOAD')
        .catch(() => {});
      await expect.poll(() => refusal(connect()), { timeout: 5_000 }).toContain('LOADING');
    },
    leave: async () => {
      await connect().config('SET', 'key-load-delay', '0');
      await expect.poll(() => refusal(admin), { timeout: 10_000 }).toBe('');
    },
  },
};

function connect(): Redis {
  const redis = new Redis({ port: server.port, enableReadyCheck: false });
  redis.on('error', () => {});
  clients.push(redis);
  return redis;
}

/** Why the server does not answer a read now; empty when it does. */
function refusal(redis: Redis): Promise<string> {
  return redis.get('any').then(
    () => '',
    (error: Error) => error.message,
  );
}

/** What must work although the server is out of memory: it frees memory, or takes none. */
const NEEDS_NO_MEMORY = ['renew', 'release'];

/** Those whose first writes differ: all there is to see in states that take long to bring about. */
const FIRST_WRITES = ['acquire a free lease', 'renew', 'transfer', 'release'];

describe.each(Object.entries(STATES))('%s', (name, state) => {
  const slow = ['MISCONF', 'BUSY', 'LOADING'].includes(name);
  const operations = Object.entries(OPERATIONS);
  it.each(slow ? operations.filter(([what]) => FIRST_WRITES.includes(what)) : operations)(
    '%s',
    async (what, operation) => {
      const leases = new RedisLeaseProvider({
        redis: admin,
        keyPrefix: PREFIX,
        callTimeoutMs: 300,
      });
      const results: string[] = [];
      for (const batched of [false, true]) {
        const result = await perform(operation, leases, batched, state);
        expectTruth(operation, result);
        const works = name === 'OOM' && NEEDS_NO_MEMORY.includes(what);
        expect(told(result.answer)).toBe(works ? 'done' : 'LEASE_UNAVAILABLE');
        if (works) {
          const gained = result.after.entries.slice(result.before.entries.length);
          expect(gained).toEqual(operation.entries);
        }
        results.push(told(result.answer));
      }
      expect(results[0]).toBe(results[1]);
    },
  );
});

it.each([
  [FENCE, 'a list'],
  [HELD, 'a list'],
  [HISTORY, 'a list'],
  [LEASE, 'a list'],
])('another type at %s is told apart from a lease that is held', async (key, value) => {
  const leases = new RedisLeaseProvider({ redis: admin, keyPrefix: PREFIX });
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    const codes: string[] = [];
    for (const batched of [false, true]) {
      const result = await perform(operation, leases, batched, {
        enter: async () => {
          await admin.del(key);
          await admin.rpush(key, value);
        },
        leave: async () => {},
      });
      if (key === HISTORY) result.before.entries = [];
      if (key !== LEASE) expectTruth(operation, result);
      if ('error' in result.answer) {
        expect(result.answer.error, name).toBeInstanceOf(LeaseConfigurationError);
      }
      codes.push(told(result.answer));
      expect(await admin.type(key), name).toBe('list');
    }
    expect(codes[0], name).toBe(codes[1]);
  }
});

describe('a counter from which no larger fence can be made', () => {
  it.each(['9007199254740991', '9007199254740990', 'no number', '-1'])('%s', async (counter) => {
    for (const batched of [false, true]) {
      await admin.flushall();
      await admin.set(FENCE, counter);
      const leases = new RedisLeaseProvider({ redis: admin, keyPrefix: PREFIX });
      const keys = batched ? ['k', 'l', 'm'] : ['k'];
      const outcomes = await Promise.allSettled(
        keys.map((key) => leases.acquireLease(key, 'a', TTL_MS)),
      );
      const fences = new Set<string>();
      for (const outcome of outcomes) {
        if (outcome.status === 'fulfilled') fences.add(outcome.value.fence ?? '');
        else expect(outcome.reason).toBeInstanceOf(LeaseConfigurationError);
      }
      const granted = outcomes.filter(({ status }) => status === 'fulfilled');
      expect(fences.size).toBe(granted.length);
      expect(await admin.keys(LEASES)).toHaveLength(granted.length);
      const rejected = await settle(leases.acquireLease('n', 'a', TTL_MS));
      expect(told(rejected)).toBe('LEASE_CONFIGURATION');
      expect(String('error' in rejected && rejected.error.message)).toContain(FENCE);
    }
  });
});

describe('order', () => {
  it.each(['acquire', 'release'])(
    'a release asked after an acquire runs after it, where only the script to %s is known',
    async (known) => {
      for (let n = 0; n < 20; n++) {
        await admin.script('FLUSH');
        if (known === 'acquire') await full.acquireLease('other', 'o', TTL_MS);
        else await full.releaseLease('other', 'o');
        const acquired = full.acquireLease(`k${n}`, 'a', TTL_MS);
        await new Promise(setImmediate);
        await Promise.all([acquired, full.releaseLease(`k${n}`, 'a')]);
      }
      const left = await admin.keys(`${leaseKeyPrefix(PREFIX)}k*`);
      expect(left).toEqual([]);
    },
  );
});

describe('a grant', () => {
  it.each([false, true])('is guarded by its fence (batched: %s)', async (batched) => {
    const { fence: first } = await full.acquireLease('k', 'a', TTL_MS);
    await full.releaseLease('k', 'a');
    const { fence: second } = await full.acquireLease('k', 'a', TTL_MS);
    const alone = async <T>(asked: () => Promise<T>): Promise<T> => {
      const [answer] = await Promise.all([
        asked(),
        ...(batched ? [full.acquireLease('x', 'x', TTL_MS)] : []),
      ]);
      return answer;
    };
    const guard = (fence: string | undefined) => ({ fence: fence ?? '' });
    expect(await alone(() => full.renewLease('k', 'a', TTL_MS, guard(first)))).toBe(false);
    await alone(() => full.releaseLease('k', 'a', guard(first)));
    expect(await admin.get(LEASE)).toBe('a');
    expect(await alone(() => full.renewLease('k', 'a', TTL_MS, guard(second)))).toBe(true);
    await alone(() => full.releaseLease('k', 'a', guard(second)));
    expect(await admin.get(LEASE)).toBeNull();
  });
});

it('a demoted server never says that a lease is lost', async () => {
  const leases = new RedisLeaseProvider({ redis: admin, keyPrefix: PREFIX, callTimeoutMs: 200 });
  await full.acquireLease('k', 'b', TTL_MS);
  await admin.replicaof('127.0.0.1', 1);
  try {
    const asked = [
      () => leases.renewLease('k', 'a', TTL_MS),
      () => leases.transferLease('k', 'a', 'c', TTL_MS),
      () => leases.releaseLease('k', 'a'),
      () => leases.renewLease('free', 'a', TTL_MS),
      () => leases.acquireLease('k', 'a', TTL_MS),
    ];
    for (const one of asked) await expect(one()).rejects.toThrow(LeaseUnavailableError);
    const together = await Promise.allSettled(asked.map((one) => one()));
    for (const { status } of together) expect(status).toBe('rejected');
  } finally {
    await admin.replicaof('NO', 'ONE');
  }
});
