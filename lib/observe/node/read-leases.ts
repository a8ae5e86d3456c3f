/** Reading many leases in one go. Byte-exact, and honest about each: held, missing or unreadable. */

import type { ChainableCommander, Redis } from 'ioredis';
import { ownerFrom, type Reading } from '../table/reading.ts';
import { within } from '../within.ts';

/** One reply of a pipeline. */
type Reply = [error: Error | null, value: unknown];

/** A lease that could not be read here: another node has it, or the command failed. */
export type ReadFailure = { state: 'failed'; error: Error };

/**
 * Reads owner and remaining time of every key (one character per byte). In a cluster keys lie in
 * different slots and are asked for one by one, elsewhere all at once.
 * @param now Redis' clock, milliseconds.
 * @throws when the connection failed; a single key's failure is its own result.
 */
export async function readLeases(
  redis: Redis,
  keys: readonly string[],
  options: { now: () => number; timeoutMs: number; cluster: boolean },
): Promise<(Reading | ReadFailure)[]> {
  const names = keys.map((key) => Buffer.from(key, 'latin1'));
  const pipeline = redis.pipeline();
  if (options.cluster) for (const name of names) pipeline.getBuffer(name);
  else pipeline.mgetBuffer(names);
  for (const name of names) pipeline.pttl(name);
  const sentAt = options.now();
  const replies = await execute(pipeline, options.timeoutMs);
  // Half a round trip back is when the server looked, as near as can be known.
  const at = (sentAt + options.now()) / 2;
  const values = options.cluster ? replies.slice(0, keys.length) : spread(replies[0], keys.length);
  const remaining = replies.slice(replies.length - keys.length);
  const read = values.map((value, i) => toReading(value, remaining[i] ?? [null, -2], at));
  return options.cluster ? read : await settleTypes(redis, names, read, options);
}

/** MGET answers null both for a key that is missing and for one of another type: asks again. */
async function settleTypes(
  redis: Redis,
  names: readonly Buffer[],
  read: (Reading | ReadFailure)[],
  options: { now: () => number; timeoutMs: number },
): Promise<(Reading | ReadFailure)[]> {
  const unsettled = read.flatMap((reading, i) => (reading.state === 'unreadable' ? [i] : []));
  if (unsettled.length === 0) return read;
  const pipeline = redis.pipeline();
  for (const i of unsettled) {
    pipeline.getBuffer(names[i] ?? '');
    pipeline.pttl(names[i] ?? '');
  }
  const replies = await execute(pipeline, options.timeoutMs);
  const settled = [...read];
  unsettled.forEach((i, n) => {
    const [value, remaining] = [replies[2 * n], replies[2 * n + 1]];
    if (value && remaining) settled[i] = toReading(value, remaining, options.now());
  });
  return settled;
}

/** Reads the owners alone, for leases whose deadline is known. `null`: missing or unreadable. */
export async function readOwners(
  redis: Redis,
  keys: readonly string[],
  options: { timeoutMs: number; cluster: boolean },
): Promise<(Buffer | null)[]> {
  const names = keys.map((key) => Buffer.from(key, 'latin1'));
  if (!options.cluster) return within(options.timeoutMs, redis.mgetBuffer(names));
  const pipeline = redis.pipeline();
  for (const name of names) pipeline.getBuffer(name);
  const replies = await execute(pipeline, options.timeoutMs);
  return replies.map(([error, value]) => (!error && Buffer.isBuffer(value) ? value : null));
}

async function execute(pipeline: ChainableCommander, timeoutMs: number): Promise<Reply[]> {
  const replies = await within(timeoutMs, pipeline.exec());
  if (!replies) throw new Error('the connection was closed');
  return replies;
}

function spread(reply: Reply | undefined, count: number): Reply[] {
  const [error, values] = reply ?? [new Error('no reply'), null];
  if (error) throw error;
  const list = values as (Buffer | null)[];
  return Array.from({ length: count }, (_, i) => [null, list[i] ?? null]);
}

function toReading(value: Reply, remaining: Reply, at: number): Reading | ReadFailure {
  const error = value[0] ?? remaining[0];
  if (error && !error.message.startsWith('WRONGTYPE')) return { state: 'failed', error };
  const left = Number(remaining[1]);
  if (left === -2) return { state: 'missing', at };
  const remainingMs = left < 0 ? null : left;
  if (error || !Buffer.isBuffer(value[1])) return { state: 'unreadable', at, remainingMs };
  return { state: 'held', at, owner: ownerFrom(value[1]), remainingMs };
}
