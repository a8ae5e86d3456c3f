/**
 * Many events through many topics, to two subscribers of one group, one of which is killed in the
 * middle. Some events are refused each time they come.
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Redis } from 'ioredis';
import { compiledProgram } from '../../../scripts/system/compiled-program.ts';
import { type EventCallback, RedisStreamsPubSub } from '../index.ts';
import { eventOf } from './collector.ts';

export interface LoadPlace {
  url: string;
  prefix: string;
  topics: number;
}

export interface LoadResult {
  /** Events that some handler finished. */
  handled: number;
  /** Deliveries of each refused event. */
  refusals: number[];
  /** Entries that some group still has pending. */
  pending: number;
  seconds: number;
  /** Heap in use once a tenth was handled, and at the end, bytes. */
  heapAtFirst: number;
  heapAtLast: number;
}

const GROUP = 'workers';
/** One event in so many is refused whenever it comes. */
const REFUSED_EVERY = 1_000;

const topicOf = (n: number) => `load-${n}`;

/** Handles an event: notes it in Redis, then acknowledges; some are refused instead. */
export function handler(redis: Redis, { prefix }: LoadPlace): EventCallback {
  return async (event, ack, nack) => {
    const { n } = event.data;
    if (n % REFUSED_EVERY === 0) {
      await redis.hincrby(`${prefix}-refused`, String(n), 1);
      return nack?.();
    }
    await redis.setbit(`${prefix}-handled`, n, 1);
    return ack?.();
  };
}

export async function subscribeAll(
  pubsub: RedisStreamsPubSub,
  { topics }: LoadPlace,
  callback: EventCallback,
): Promise<void> {
  const names = Array.from({ length: topics }, (_, n) => topicOf(n));
  await Promise.all(names.map((topic) => pubsub.subscribe(topic, callback, { group: GROUP })));
}

/** Runs the load to its end, when nothing is pending any more or `limitMs` are over. */
export async function runLoad(
  redis: Redis,
  place: LoadPlace,
  { events, limitMs }: { events: number; limitMs: number },
): Promise<LoadResult> {
  const startedAt = performance.now();
  const pubsub = new RedisStreamsPubSub({
    url: place.url,
    keyPrefix: place.prefix,
    process: false,
    // All events at once are more than a stream usually keeps.
    maxStreamLength: 0,
    reclaimIntervalMs: 250,
    reclaimIdleMs: 1_000,
  });
  const doomed = fork(
    compiledProgram(fileURLToPath(new URL('load-subscriber.ts', import.meta.url))),
    [JSON.stringify(place)],
  );
  try {
    await once(doomed, 'message');
    await subscribeAll(pubsub, place, handler(redis, place));
    let heapAtFirst = 0;
    for (let n = 0; n < events; n++) {
      const published = pubsub.publish(topicOf(n % place.topics), eventOf(n));
      if (n % 500 === 499) await published;
      if (n === Math.floor(events / 10)) heapAtFirst = process.memoryUsage().heapUsed;
      if (n === Math.floor(events / 2)) doomed.kill('SIGKILL');
    }
    await pubsub.flush();
    const refused = Math.ceil(events / REFUSED_EVERY);
    const settled = async () => {
      const pending = await pendingOf(redis, place);
      return pending === 0 && (await handledOf(redis, place)) === events - refused;
    };
    while (!(await settled()) && performance.now() - startedAt < limitMs) await delay(250);
    const refusals = Object.values(await redis.hgetall(`${place.prefix}-refused`)).map(Number);
    return {
      handled: await handledOf(redis, place),
      refusals,
      pending: await pendingOf(redis, place),
      seconds: (performance.now() - startedAt) / 1_000,
      heapAtFirst,
      heapAtLast: process.memoryUsage().heapUsed,
    };
  } finally {
    doomed.kill('SIGKILL');
    await pubsub.close();
  }
}

function handledOf(redis: Redis, { prefix }: LoadPlace): Promise<number> {
  return redis.bitcount(`${prefix}-handled`);
}

async function pendingOf(redis: Redis, { prefix, topics }: LoadPlace): Promise<number> {
  let pending = 0;
  for (let n = 0; n < topics; n++) {
    const [count] = (await redis.xpending(`${prefix}:${topicOf(n)}`, GROUP)) as unknown[];
    pending += Number(count);
  }
  return pending;
}
