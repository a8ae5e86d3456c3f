import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { launchRedis, type RedisServer } from '../../scripts/redis/launch.ts';
import { enableEventFlags } from '../observe/source/enable-events.ts';
import type { Actor } from './actor.ts';
import { AuditReader } from './audit-reader.ts';
import { EnableEvents } from './enable-events.ts';

const PREFIX = 'mastra:topic';
const ADA: Actor = { actor: 'ada', role: 'operator', method: 'cookie', address: '127.0.0.1' };
const INPUT = { reason: 'the page only samples', requestId: 'request-1' };

let server: RedisServer;
let redis: Redis;
let acts: EnableEvents;

beforeAll(async () => {
  server = await launchRedis({ events: '' });
  redis = new Redis(server.url);
});

beforeEach(async () => {
  await redis.flushall();
  await redis.config('SET', 'notify-keyspace-events', 'Elt');
  acts = new EnableEvents({
    enable: async () => [await enableEventFlags(redis, 'redis')].filter((set) => set !== null),
    store: redis,
    prefix: PREFIX,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
});

afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

async function flags(): Promise<string> {
  const [, set = ''] = (await redis.config('GET', 'notify-keyspace-events')) as string[];
  return set;
}

async function trail() {
  const reader = new AuditReader({ store: redis, prefixes: [PREFIX] });
  return (await reader.page({ limit: 10 })).entries;
}

it('adds what is missing, takes nothing away, and writes down who, why, before and after', async () => {
  const before = await flags();
  const result = await acts.act(INPUT, ADA);
  expect(result).toMatchObject({ outcome: 'done', detail: null });
  const after = await flags();
  for (const flag of `${before}g$x`) expect(after).toContain(flag);
  const [entry] = await trail();
  expect(entry).toMatchObject({
    ...{ act: 'enable-events', outcome: 'done', actor: 'ada', reason: INPUT.reason, key: '' },
    ...{ expectedOwner: before, detail: 'redis', id: result.auditId },
  });
  for (const flag of entry?.to ?? '') expect(after).toContain(flag);
});

it('says so when nothing is missing, and does not let viewers', async () => {
  await acts.act(INPUT, ADA);
  const again = await acts.act({ ...INPUT, requestId: 'request-2' }, ADA);
  expect(again).toMatchObject({ outcome: 'done', detail: 'Nothing was missing.' });
  await redis.config('SET', 'notify-keyspace-events', '');
  const viewer = await acts.act({ ...INPUT, requestId: 'request-3' }, { ...ADA, role: 'viewer' });
  expect(viewer.outcome).toBe('not-allowed');
  expect(await flags()).toBe('');
  expect((await trail()).map(({ outcome }) => outcome)).toEqual(['not-allowed', 'done', 'done']);
});

it('tells what the server said when it refuses', async () => {
  const refusing = new EnableEvents({
    enable: () => Promise.reject(new Error('NOPERM this user has no permissions')),
    store: redis,
    prefix: PREFIX,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  const result = await refusing.act(INPUT, ADA);
  expect(result).toMatchObject({ outcome: 'not-allowed' });
  expect(result.detail).toContain('NOPERM');
});

it('writes down what the settings switched on', async () => {
  await acts.note({ node: 'redis', before: '', after: 'Kg$x' });
  expect(await trail()).toMatchObject([
    { act: 'enable-events', actor: 'leaseboard', expectedOwner: '', to: 'Kg$x' },
  ]);
});
