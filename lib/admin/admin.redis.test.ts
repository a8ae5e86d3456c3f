import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { launchRedis, type RedisServer } from '../../scripts/redis/launch.ts';
import { holderName } from '../keys/hold.ts';
import { leaseIdOf } from '../keys/lease-id.ts';
import { ownerDigestOf } from '../keys/owner-digest.ts';
import { HUGE_OWNER_BYTES, NASTY_OWNERS, nastyKeys } from '../keys/testing/nasty-keys.ts';
import { textOf } from '../keys/text.ts';
import { leaseKeyPrefix, storeKeys } from '../lease/index.ts';
import { createLog } from '../platform/log.ts';
import { FOR_ACTS, openRedis, type RedisClient } from '../platform/redis-connection.ts';
import type { ActionInput, ActionResult } from './action.ts';
import type { Actor } from './actor.ts';
import { Admin, type AdminOptions } from './admin.ts';
import { decodeAudit } from './audit-codec.ts';
import type { AuditEntry, LeaseAction } from './audit-entry.ts';

const PREFIX = 'mastra:topic';
const ADA: Actor = { actor: 'Ada', role: 'operator', method: 'cookie', address: '192.0.2.1' };
const log = createLog('silent');

let server: RedisServer;
let redis: Redis;
let connection: RedisClient;
let admin: Admin;

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
  connection = await connected(server.url);
  admin = adminOn(connection);
});

afterEach(() => {
  admin.close();
  connection.disconnect();
});

async function connected(url: string): Promise<RedisClient> {
  const opened = openRedis(url, 'leaseboard-test', FOR_ACTS, log);
  await vi.waitFor(() => expect(opened.status).toBe('ready'));
  return opened;
}

function adminOn(over: RedisClient, options: Partial<AdminOptions> = {}): Admin {
  return new Admin({
    redis: over,
    store: over,
    history: true,
    prefixes: [PREFIX],
    log,
    ...options,
  });
}

function keyOf(key: string | Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(leaseKeyPrefix(PREFIX)), Buffer.from(key)]);
}

function act(
  kind: LeaseAction,
  key: string | Uint8Array,
  expectOwner: string,
  more: Partial<ActionInput> & { who?: Actor; by?: Admin } = {},
): Promise<ActionResult> {
  const { who = ADA, by = admin, ...input } = more;
  const leaseId = leaseIdOf(keyOf(key));
  const target = by.target(leaseId);
  if (!target) throw new Error(`no lease of ours: ${leaseId}`);
  const asked = { leaseId, expectOwner, reason: 'stuck', requestId: randomUUID(), ...input };
  return by.act(kind, target, asked, who);
}

async function auditEntries(): Promise<AuditEntry[]> {
  const items = await redis.xrangeBuffer(storeKeys(PREFIX).audit, '-', '+');
  return items.map(([id, fields]) => {
    const entry = decodeAudit(PREFIX, id.toString(), fields);
    if (!entry) throw new Error(`no audit entry: ${id}`);
    return entry;
  });
}

describe('release', () => {
  test('frees what the owner that was seen still holds, and both trails say so', async () => {
    await redis.set(keyOf('user\0thread'), 'run-1', 'PX', 15_000);
    const result = await act('release', 'user\0thread', 'run-1', { requestId: 'request-1' });
    expect(result).toEqual({
      outcome: 'done',
      owner: null,
      detail: null,
      auditId: expect.stringMatching(/^\d+-\d+$/),
    });
    expect(await redis.exists(keyOf('user\0thread'))).toBe(0);
    expect(await auditEntries()).toEqual([
      {
        id: result.auditId,
        at: expect.any(Number),
        leaseId: leaseIdOf(keyOf('user\0thread')),
        prefix: PREFIX,
        key: 'user\0thread',
        act: 'release',
        outcome: 'done',
        actor: 'Ada',
        role: 'operator',
        method: 'cookie',
        address: '192.0.2.1',
        expectedOwner: 'run-1',
        foundOwner: 'run-1',
        to: null,
        reason: 'stuck',
        detail: null,
        requestId: 'request-1',
      },
    ]);
    const history = await redis.xrange(storeKeys(PREFIX).history, '-', '+');
    expect(history.at(-1)?.[1]).toEqual(
      expect.arrayContaining(['event', 'released', 'actor', 'Ada', 'reason', 'stuck']),
    );
  });

  test('changes nothing when another took over meanwhile, and says who', async () => {
    await redis.set(keyOf('t'), 'run-2', 'PX', 15_000);
    expect(await act('release', 't', 'run-1')).toMatchObject({
      outcome: 'owner-changed',
      owner: 'run-2',
    });
    expect(await redis.get(keyOf('t'))).toBe('run-2');
    expect(await auditEntries()).toMatchObject([
      { outcome: 'owner-changed', expectedOwner: 'run-1', foundOwner: 'run-2' },
    ]);
  });

  test('of a lease that is free already is told as that', async () => {
    expect(await act('release', 't', 'run-1')).toMatchObject({
      outcome: 'already-free',
      owner: null,
    });
  });

  test('works for every key and owner, byte for byte', async () => {
    const owners = [
      ...NASTY_OWNERS.map((owner) => Buffer.from(owner)),
      Buffer.from([0xff, 0xfe, 0x00, 0x41]),
      Buffer.alloc(HUGE_OWNER_BYTES, 'x'),
    ];
    for (const [at, key] of nastyKeys().entries()) {
      const owner = owners[at % owners.length] ?? Buffer.from('run-1');
      await redis.set(keyOf(key), owner, 'PX', 60_000);
      const neighbour = Buffer.concat([keyOf(key), Buffer.from('x')]);
      await redis.set(neighbour, owner, 'PX', 60_000);
      const shown = textOf(owner).slice(0, 512);
      const expectOwnerDigest = ownerDigestOf(owner);
      const result = await act('release', key, shown, { expectOwnerDigest });
      expect(result, textOf(key)).toMatchObject({ outcome: 'done' });
      expect(await redis.exists(keyOf(key)), textOf(key)).toBe(0);
      expect(await redis.exists(neighbour), textOf(key)).toBe(1);
    }
    expect((await auditEntries()).map(({ key }) => key)).toEqual(nastyKeys().map(textOf));
  });

  test.each([
    ['cut', Buffer.from(`${'A'.repeat(512)}one`), Buffer.from(`${'A'.repeat(512)}two`)],
    ['huge', Buffer.alloc(5000, 'A'), Buffer.alloc(5001, 'A')],
    ['no text', Buffer.from([0xff]), Buffer.from('\\xff')],
  ])('tells owners apart that are shown alike: %s', async (_, seen, other) => {
    const shown = textOf(seen).slice(0, 512);
    await redis.set(keyOf('t'), other, 'PX', 60_000);
    const digest = { expectOwnerDigest: ownerDigestOf(seen) };
    expect(await act('release', 't', shown, digest)).toMatchObject({ outcome: 'owner-changed' });
    await redis.set(keyOf('t'), seen, 'PX', 60_000);
    expect(await act('release', 't', shown)).toMatchObject({
      outcome: 'not-allowed',
      detail: expect.stringContaining(ownerDigestOf(seen)),
    });
    expect(await act('release', 't', shown, digest)).toMatchObject({ outcome: 'done' });
  });

  test('leaves alone what is no lease', async () => {
    await redis.hset(keyOf('t'), 'field', 'value');
    expect(await act('release', 't', '')).toMatchObject({
      outcome: 'not-allowed',
      detail: expect.stringContaining('hash'),
    });
    expect(await redis.exists(keyOf('t'))).toBe(1);
  });

  test('of another grant to the same owner is refused by its fence', async () => {
    await redis.set(keyOf('t'), 'run-1', 'PX', 15_000);
    await redis.hset(storeKeys(PREFIX).held, keyOf('t'), '7 1 2 0 run-1');
    expect(await act('release', 't', 'run-1', { expectFence: '6' })).toMatchObject({
      outcome: 'owner-changed',
      owner: 'run-1',
    });
    expect(await act('release', 't', 'run-1', { expectFence: '7' })).toMatchObject({
      outcome: 'done',
    });
  });
});

describe('hold', () => {
  test('puts a named holder there for its time, and end-hold takes it away', async () => {
    await redis.set(keyOf('t'), 'run-1', 'PX', 15_000);
    const held = await act('hold', 't', 'run-1', { ttlMs: 40_000 });
    expect(held.outcome).toBe('done');
    expect(holderName(held.owner ?? '')).toBe('Ada');
    expect(await redis.get(keyOf('t'))).toBe(held.owner);
    expect(await redis.pttl(keyOf('t'))).toBeGreaterThan(30_000);
    expect(await act('end-hold', 't', held.owner ?? '')).toMatchObject({ outcome: 'done' });
    expect(await redis.exists(keyOf('t'))).toBe(0);
    expect(await auditEntries()).toMatchObject([
      { act: 'hold', outcome: 'done', to: held.owner, foundOwner: 'run-1' },
      { act: 'end-hold', outcome: 'done', foundOwner: held.owner },
    ]);
  });
});

describe('who may', () => {
  test('viewers, switched-off acts and read-only prefixes change nothing and are written down', async () => {
    await redis.set(keyOf('t'), 'run-1', 'PX', 15_000);
    const viewer: Actor = { ...ADA, role: 'viewer' };
    const off = adminOn(connection, { disabledActs: ['release', 'hold'] });
    const readOnly = adminOn(connection, { readOnlyPrefixes: [PREFIX] });
    const refused = [
      await act('release', 't', 'run-1', { who: viewer }),
      await act('release', 't', 'run-1', { by: off }),
      await act('end-hold', 't', 'run-1', { by: off }),
      await act('hold', 't', 'run-1', { by: readOnly }),
    ];
    for (const result of refused) expect(result.outcome).toBe('not-allowed');
    expect(await redis.get(keyOf('t'))).toBe('run-1');
    expect(await auditEntries()).toHaveLength(4);
    off.close();
    readOnly.close();
  });

  test('ids of keys under no prefix of ours name no lease', () => {
    for (const key of ['mastra:topic:lease:', 'other:lease:t', 'mastra:topic:events']) {
      expect(admin.target(leaseIdOf(Buffer.from(key))), key).toBeNull();
    }
    expect(admin.target('no id!')).toBeNull();
  });
});

describe('one request', () => {
  test('has one effect and one entry over double clicks, tabs and processes', async () => {
    await redis.set(keyOf('t'), 'run-1', 'PX', 15_000);
    const otherConnection = await connected(server.url);
    const other = adminOn(otherConnection);
    const requestId = randomUUID();
    const answers = await Promise.all([
      act('release', 't', 'run-1', { requestId }),
      act('release', 't', 'run-1', { requestId }),
      act('release', 't', 'run-1', { requestId, by: other }),
    ]);
    await redis.set(keyOf('t'), 'run-1', 'PX', 15_000);
    answers.push(await act('release', 't', 'run-1', { requestId, by: other }));
    const [first] = answers;
    expect(first).toMatchObject({ outcome: 'done' });
    for (const answer of answers) expect(answer).toEqual(first);
    expect(await redis.get(keyOf('t'))).toBe('run-1');
    expect(await auditEntries()).toHaveLength(1);
    other.close();
    otherConnection.disconnect();
  });

  test('that a process left in the middle is unknown to the next one, and is not done again', async () => {
    await redis.set(keyOf('t'), 'run-1', 'PX', 15_000);
    const requestId = randomUUID();
    const field = `release:${leaseIdOf(keyOf('t'))}`;
    await redis.hset(`leaseboard:{${PREFIX}}:request:${requestId}`, field, 'started elsewhere');
    const impatient = adminOn(connection, { timeoutMs: 300 });
    expect(await act('release', 't', 'run-1', { requestId, by: impatient })).toMatchObject({
      outcome: 'unknown',
    });
    expect(await redis.get(keyOf('t'))).toBe('run-1');
    impatient.close();
  });
});
