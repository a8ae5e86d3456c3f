/** What whoever can write to Redis can do to each key that the dashboard reads. */

import type { Redis } from 'ioredis';
import { HISTORY_FIELDS } from '../../lib/history/entry.ts';
import { threadStreamKey } from '../../lib/keys/thread-stream.ts';
import { storeKeys } from '../../lib/lease/redis-keys.ts';
import type { Random } from './random.ts';
import { hostileBytes, hostileNumber, hostileText } from './texts.ts';

const EVENTS = [
  'acquired',
  'transferred',
  'released',
  'expired',
  'evicted',
  'gap',
  'no-such-event',
];
const SOURCES = ['recorded', 'observed', 'reconciled'];
const ACTIONS = ['stop', 'release', 'transfer', 'hold', 'end-hold', 'enable-events', 'nothing'];
const OUTCOMES = ['done', 'owner-changed', 'already-free', 'not-allowed', 'unknown', 'ignored'];
const THREAD_EVENTS = [
  'run-registered',
  'stream-part',
  'run-suspended',
  'run-completed',
  'signal-enqueued',
  'x',
];

type Write = (redis: Redis, random: Random, prefix: string) => Promise<unknown>;

/** One each: a lease, an entry, a card, … */
const WRITES: readonly Write[] = [
  async (redis, random, prefix) => {
    const key = leaseKey(prefix, hostileBytes(random));
    await redis.set(key, hostileBytes(random), 'PX', 1000 + random.below(600_000));
  },
  async (redis, random, prefix) => {
    const key = leaseKey(prefix, hostileBytes(random));
    const ttls = [['lpush'], ['sadd'], ['xadd']] as const;
    const [command] = random.of(ttls);
    if (command === 'lpush') await redis.lpush(key, 'x').catch(() => {});
    if (command === 'sadd') await redis.sadd(key, 'x').catch(() => {});
    if (command === 'xadd') await redis.xadd(key, '*', 'a', 'b').catch(() => {});
  },
  async (redis, random, prefix) => {
    const values: Record<string, string | Buffer> = {
      key: random.chance(0.8) ? leaseKey(prefix, hostileBytes(random)) : hostileBytes(random),
      event: random.of(EVENTS),
      from: random.chance(0.5) ? hostileBytes(random) : hostileNumber(random),
      to: random.chance(0.5) ? hostileBytes(random) : hostileNumber(random),
      at: random.chance(0.5) ? '' : hostileNumber(random),
      source: random.of(SOURCES),
      actor: hostileBytes(random),
      reason: hostileBytes(random),
      held: hostileNumber(random),
      renewals: hostileNumber(random),
      fence: hostileNumber(random),
    };
    const fields = HISTORY_FIELDS.flatMap((name) => [name, values[name] ?? '']);
    await redis.xadd(storeKeys(prefix).history, '*', ...fields);
  },
  async (redis, random, prefix) => {
    const fields: Record<string, string | Buffer> = {
      key: leaseKey(prefix, hostileBytes(random)),
      act: random.of(ACTIONS),
      action: random.of(ACTIONS),
      outcome: random.of(OUTCOMES),
      at: hostileNumber(random),
    };
    for (const name of [
      'actor',
      'role',
      'method',
      'address',
      'expected',
      'found',
      'to',
      'reason',
      'detail',
      'request',
    ]) {
      fields[name] = hostileBytes(random);
    }
    await redis.xadd(storeKeys(prefix).audit, '*', ...Object.entries(fields).flat());
  },
  async (redis, random, prefix) => {
    const card = {
      id: hostileText(random),
      service: hostileText(random),
      host: random.chance(0.8) ? hostileText(random) : { a: 1 },
      pid: hostileNumber(random),
      version: hostileText(random),
      sourceId: `source-${random.below(50)}`,
      since: Number(hostileNumber(random)),
      seenAt: random.chance(0.5) ? Date.now() : Number(hostileNumber(random)),
    };
    const text = random.chance(0.8) ? JSON.stringify(card) : hostileBytes(random);
    await redis.hset(storeKeys(prefix).instances, hostileBytes(random), text);
  },
  async (redis, random, prefix) => {
    const note = `${hostileNumber(random)} ${hostileNumber(random)} ${hostileNumber(random)} 0 run`;
    const value = random.chance(0.5) ? note : hostileBytes(random);
    await redis.hset(storeKeys(prefix).held, leaseKey(prefix, hostileBytes(random)), value);
  },
  async (redis, random, prefix) => {
    const value = `${hostileNumber(random)} ${JSON.stringify({ actor: hostileText(random), pid: hostileNumber(random) })}`;
    await redis.hset(
      storeKeys(prefix).adopters,
      hostileBytes(random),
      random.chance(0.7) ? value : hostileBytes(random),
    );
  },
  async (redis, random, prefix) => {
    await redis.hset(storeKeys(prefix).coverage, hostileText(random), hostileNumber(random));
  },
  async (redis, random, prefix) => {
    const threadKey = `hostile-${random.below(20)}\0${hostileText(random)}`;
    const owner = random.of(['run-1', 'run-2', hostileText(random)]);
    await redis.set(leaseKey(prefix, Buffer.from(threadKey)), owner, 'PX', 60_000);
    const stream = threadStreamKey(prefix, Buffer.from(threadKey).toString());
    const data = {
      runId: owner,
      streamId: hostileText(random),
      sourceId: `source-${random.below(50)}`,
      part: { type: hostileText(random), payload: { toolName: hostileText(random) } },
      signal: { id: hostileText(random) },
    };
    const event = {
      type: random.of(THREAD_EVENTS),
      runId: owner,
      data: random.chance(0.8) ? data : hostileText(random),
    };
    const text = random.chance(0.8) ? JSON.stringify(event) : hostileBytes(random);
    await redis.xadd(stream, '*', 'event', text);
  },
];

/** Writes `count` hostile values, of every kind in turn. */
export async function writeHostileValues(
  redis: Redis,
  random: Random,
  { prefix, count }: { prefix: string; count: number },
): Promise<void> {
  for (let at = 0; at < count; at++) {
    await WRITES[at % WRITES.length]?.(redis, random, prefix);
  }
}

/** As whoever wants to stop the page would end: keys of ours turned into something else, ids at their end. */
export async function breakKeys(redis: Redis, prefix: string): Promise<void> {
  const keys = storeKeys(prefix);
  const last = '18446744073709551614-1';
  await redis.xadd(
    keys.history,
    last,
    'event',
    'acquired',
    'source',
    'observed',
    'key',
    leaseKey(prefix, Buffer.from('x')),
    'to',
    'y',
  );
  for (const key of [keys.instances, keys.adopters, keys.coverage]) {
    await redis.del(key);
    await redis.set(key, 'no hash');
  }
}

function leaseKey(prefix: string, key: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${prefix}:lease:`), key]);
}
