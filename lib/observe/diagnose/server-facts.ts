/** What one server says of itself, as far as it lets us ask. */

import type { Redis } from 'ioredis';
import { within } from '../with-timeout.ts';

const TIMEOUT_MS = 2000;

/** One question to the server: the answer, or why there is none. */
export type Answer<T> = { value: T; refused: null } | { value: null; refused: string };

export interface ServerFacts {
  host: string;
  /** Fields of INFO; empty when it is not allowed. */
  info: Map<string, string>;
  flags: Answer<string>;
  /** `noeviction`, …; from INFO or CONFIG. */
  evictionPolicy: string | null;
  maxMemory: number | null;
  /** Commands of the probe that the server refuses to this user. */
  refused: string[];
  /** Those that it allows. */
  allowed: string[];
  /** Name of the user we are. */
  user: string | null;
}

/** Asks everything. Never throws for what is refused; throws when the server does not answer. */
export async function askServer(redis: Redis, probeKey: string): Promise<ServerFacts> {
  await within(TIMEOUT_MS, redis.ping());
  const [info, flags, policy, user, rights] = await Promise.all([
    ask(async () => parseInfo(await redis.info())),
    ask(() => configOf(redis, 'notify-keyspace-events')),
    ask(() => configOf(redis, 'maxmemory-policy')),
    ask(async () => String(await redis.call('ACL', 'WHOAMI'))),
    probeRights(redis, probeKey),
  ]);
  const fields = info.value ?? new Map<string, string>();
  const maxMemory = fields.get('maxmemory');
  return {
    host: redis.options.host ?? '',
    info: fields,
    flags,
    evictionPolicy: fields.get('maxmemory_policy') ?? policy.value,
    maxMemory: maxMemory === undefined ? null : Number(maxMemory),
    user: user.value,
    ...rights,
  };
}

/** Commands that read and change nothing, tried on a key that no lease has. */
async function probeRights(redis: Redis, key: string) {
  const probes: Record<string, () => Promise<unknown>> = {
    get: () => redis.get(key),
    mget: () => redis.mget(key),
    pttl: () => redis.pttl(key),
    scan: () => redis.scan('0', 'COUNT', 1),
    ping: () => redis.ping(),
    time: () => redis.time(),
    'config|get': () => redis.config('GET', 'notify-keyspace-events'),
    info: () => redis.info('server'),
    'client|id': () => redis.client('ID'),
  };
  const answers = await Promise.all(
    Object.entries(probes).map(async ([name, probe]) => [name, await ask(probe)] as const),
  );
  const names = (refused: boolean) =>
    answers.filter(([, answer]) => (answer.refused !== null) === refused).map(([name]) => name);
  return { refused: names(true), allowed: names(false) };
}

async function configOf(redis: Redis, name: string): Promise<string> {
  const reply = (await redis.config('GET', name)) as string[];
  const value = reply[1];
  if (value === undefined) throw new Error(`${name} is not shown`);
  return value;
}

async function ask<T>(question: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { value: await within(TIMEOUT_MS, question()), refused: null };
  } catch (error) {
    return { value: null, refused: (error as Error).message };
  }
}

function parseInfo(text: string): Map<string, string> {
  const fields = text
    .split('\r\n')
    .filter((line) => line.includes(':') && !line.startsWith('#'))
    .map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1)];
    });
  return new Map(fields);
}
