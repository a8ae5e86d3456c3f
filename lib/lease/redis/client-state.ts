/**
 * What is remembered of one ioredis client, shared by everything in this process that uses it:
 * its servers' clocks, and how often its connection broke. One listener each, however many users.
 */

import { isCluster, type RedisClient } from './script.ts';
import { ServerClock } from './server-clock.ts';

export interface ClientState {
  /** Connections lost so far: a call that saw this change may have been sent twice. */
  breaks: number;
  /** The clock of the server that answers for a slot (one server for all, outside a cluster). */
  clockFor(slot: number): ServerClock;
}

const states = new WeakMap<RedisClient, ClientState>();

/** The state of a client, the same object for every caller. */
export function clientState(redis: RedisClient): ClientState {
  const known = states.get(redis);
  if (known) return known;
  const clocks = new Map<string, ServerClock>();
  const state: ClientState = {
    breaks: 0,
    clockFor(slot) {
      // ioredis keeps the slot table: slot → node addresses, primary first.
      const node = isCluster(redis) ? (redis.slots[slot]?.[0] ?? '') : '';
      const known = clocks.get(node);
      if (known) return known;
      const clock = new ServerClock();
      clocks.set(node, clock);
      return clock;
    },
  };
  const onBreak = () => {
    state.breaks += 1;
    for (const clock of clocks.values()) clock.reset();
  };
  redis.on('close', onBreak);
  if (isCluster(redis)) redis.on('-node', onBreak);
  states.set(redis, state);
  return state;
}
