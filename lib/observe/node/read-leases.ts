/** Reading many leases in one go. Byte-exact, and honest about each: held, missing or unreadable. */

import type { ChainableCommander, Redis } from 'ioredis';
import { runScript } from '../../lease/index.ts';
import { readLeases as script } from '../lua-scripts.ts';
import { millisecondsOf } from '../redis-clock.ts';
import { isAscii } from '../table/binary-text.ts';
import { OWNER_KEPT_BYTES } from '../table/lease-record.ts';
import { ownerFrom, ownerFromText, type Reading } from '../table/reading.ts';
import { within } from '../with-timeout.ts';

/** One reply of a pipeline. */
type Reply = [error: Error | null, value: unknown];

/** A lease that could not be read here: another node has it, or the command failed. */
export type ReadFailure = { state: 'failed'; error: Error };

/** No delay explains that Redis' clock is this far from what we take it to be. */
const CLOCK_SET_MS = 500;

type RedisKey = string | Buffer;

function keyArgument(key: string): RedisKey {
  return isAscii(key) ? key : Buffer.from(key, 'latin1');
}

export interface ReadOptions {
  /** Redis' clock, milliseconds. */
  now: () => number;
  timeoutMs: number;
  /** Keys lie in different slots, so each is asked for by itself. */
  cluster: boolean;
  /** Asks for keys whose slot is still being moved to this node. */
  asking?: boolean;
  /** Called when the server has answered. */
  answered?: () => void;
}

/**
 * Reads owner and remaining time of every key (one character per byte).
 * @throws when the connection failed; a single key's failure is its own result.
 */
export async function readLeases(
  redis: Redis,
  keys: readonly string[],
  options: ReadOptions,
): Promise<(Reading | ReadFailure)[]> {
  const names = keys.map(keyArgument);
  if (options.cluster) return readEach(redis, names, options);
  const sentAt = options.now();
  const { begun, ended, values, remaining } = await readTogether(redis, names, options);
  const when = lookedAt(begun, ended, sentAt, options.now());
  const unsettled: number[] = [];
  const read = keys.map((_, i) => {
    const value = values[i] ?? null;
    const left = Number(remaining[i] ?? -2);
    // MGET answers null for a key of another type, too, and text only stands for ASCII.
    if (left !== -2 && (value === null || !isKept(value))) unsettled.push(i);
    return toReading([null, value], [null, left], when);
  });
  if (unsettled.length === 0) return read;
  const again = unsettled.map((i) => names[i] ?? '');
  const settled = await readEach(redis, again, options);
  unsettled.forEach((i, n) => {
    read[i] = settled[n] ?? { state: 'missing', at: when.at };
  });
  return read;
}

/** When the server looked, on Redis' clock, and how far that may be off. */
interface When {
  at: number;
  slackMs: number;
}

/**
 * When the server looked: as it says itself, so that a deadline comes out the same in every reading
 * however late the answer is taken in. Where its clock was set, or it says nothing, half a round
 * trip back.
 */
function lookedAt(
  begun: Reply | undefined,
  ended: Reply | undefined,
  sentAt: number,
  answeredAt: number,
): When {
  const between = halfway(sentAt, answeredAt);
  const [from, to] = [timeOf(begun), timeOf(ended)];
  if (from === null || to === null) return between;
  const said = { at: (from + to) / 2, slackMs: (to - from) / 2 };
  const wasSet = Math.abs(said.at - between.at) > CLOCK_SET_MS + between.slackMs;
  return wasSet ? between : said;
}

function halfway(sentAt: number, answeredAt: number): When {
  return { at: (sentAt + answeredAt) / 2, slackMs: (answeredAt - sentAt) / 2 };
}

function timeOf(reply: Reply | undefined): number | null {
  return reply && !reply[0] && Array.isArray(reply[1]) ? millisecondsOf(reply[1]) : null;
}

interface Together {
  /** What the server's clock showed before and after. */
  begun: Reply | undefined;
  ended: Reply | undefined;
  values: readonly (string | null)[];
  /** As PTTL tells them. */
  remaining: readonly unknown[];
}

/** Clients whose server, or whose user, does not let them run scripts. */
const scriptless = new WeakSet<Redis>();

/** More arguments than this are more than a Lua stack holds. */
const MOST_AT_ONCE = 4000;

/** One command for all of them costs a third of one for each, here and on the server. */
async function readTogether(
  redis: Redis,
  names: readonly RedisKey[],
  options: ReadOptions,
): Promise<Together> {
  if (!scriptless.has(redis) && names.length <= MOST_AT_ONCE) {
    try {
      const reply = await within(options.timeoutMs, runScript(redis, script, names, []));
      options.answered?.();
      const [time, values, remaining] = reply as [unknown, ...ValuesAndTimes];
      return { begun: [null, time], ended: [null, time], values, remaining };
    } catch (error) {
      if (!isForbidden(error)) throw error;
      scriptless.add(redis);
    }
  }
  const pipeline = redis.pipeline();
  pipeline.time();
  pipeline.mget([...names]);
  for (const name of names) pipeline.pttl(name);
  pipeline.time();
  const [begun, values, ...remaining] = await execute(pipeline, options);
  return {
    begun,
    ended: remaining.pop(),
    values: replied(values) as Together['values'],
    remaining: remaining.map((reply) => replied(reply)),
  };
}

type ValuesAndTimes = [Together['values'], Together['remaining']];

function isForbidden(error: unknown): boolean {
  return error instanceof Error && /^NOPERM|unknown command/i.test(error.message);
}

function replied(reply: Reply | undefined): unknown {
  const [error, value] = reply ?? [new Error('no reply'), null];
  if (error) throw error;
  return value;
}

/** Reads every key by itself. */
async function readEach(
  redis: Redis,
  names: readonly RedisKey[],
  options: ReadOptions,
): Promise<(Reading | ReadFailure)[]> {
  const pipeline = redis.pipeline();
  for (const name of names) {
    if (options.asking) pipeline.asking();
    pipeline.getBuffer(name);
    if (options.asking) pipeline.asking();
    pipeline.pttl(name);
  }
  const sentAt = options.now();
  const all = await execute(pipeline, options);
  const replies = options.asking ? all.filter((_, i) => i % 2 === 1) : all;
  const when = halfway(sentAt, options.now());
  return names.map((_, i) =>
    toReading(replies[2 * i] ?? [null, null], replies[2 * i + 1] ?? [null, -2], when),
  );
}

/** Reads the owners alone, for leases whose deadline is known. `null` where only a reading can tell. */
export async function readOwners(
  redis: Redis,
  keys: readonly string[],
  options: ReadOptions,
): Promise<(string | null)[]> {
  const names = keys.map(keyArgument);
  if (!options.cluster) {
    const values = await within(options.timeoutMs, redis.mget(names));
    options.answered?.();
    return values.map((value) => (value !== null && isKept(value) ? value : null));
  }
  const pipeline = redis.pipeline();
  for (const name of names) pipeline.get(name);
  const replies = await execute(pipeline, options);
  return replies.map(([error, value]) =>
    !error && typeof value === 'string' && isKept(value) ? value : null,
  );
}

/** Whether an owner that came as text is kept just so. */
function isKept(owner: string): boolean {
  return owner.length <= OWNER_KEPT_BYTES && isAscii(owner);
}

async function execute(
  pipeline: ChainableCommander,
  { timeoutMs, answered }: ReadOptions,
): Promise<Reply[]> {
  const replies = await within(timeoutMs, pipeline.exec());
  if (!replies) throw new Error('the connection was closed');
  answered?.();
  return replies;
}

function toReading(value: Reply, remaining: Reply, when: When): Reading | ReadFailure {
  const error = value[0] ?? remaining[0];
  if (error && !error.message.startsWith('WRONGTYPE')) return { state: 'failed', error };
  const left = Number(remaining[1]);
  if (left === -2) return { state: 'missing', at: when.at };
  const remainingMs = left < 0 ? null : left;
  const owner = error ? null : value[1];
  if (Buffer.isBuffer(owner))
    return { ...when, state: 'held', owner: ownerFrom(owner), remainingMs };
  if (typeof owner === 'string') {
    return { ...when, state: 'held', owner: ownerFromText(owner), remainingMs };
  }
  return { ...when, state: 'unreadable', remainingMs };
}
