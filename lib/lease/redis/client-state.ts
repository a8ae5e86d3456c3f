/**
 * What is remembered of one ioredis client, shared by everything in this process that uses it:
 * its servers' clocks, how often its connection broke, and which servers have stopped answering.
 * One listener each, however many users.
 */

import { isCluster, type RedisClient } from './script.ts';
import { ServerClock } from './server-clock.ts';

export interface ClientState {
  /** Connections lost so far: a call that saw this change may have been sent twice. */
  breaks: number;
  /** The clock of the server that answers for a slot (one server for all, outside a cluster). */
  clockFor(slot: number): ServerClock;
  /** The server of that slot has answered. */
  answered(slot: number): void;
  /**
   * The server of that slot let an attempt go without an answer. TCP does not find a frozen server or a
   * black hole for many minutes: after the second attempt in a row the connection is dropped, and a
   * Cluster client asks at once who serves the slot now, since a replica may have taken over.
   */
  unanswered(slot: number): void;
}

/** Attempts in a row without an answer after which a connection is taken for dead. */
const DROP_AFTER = 2;
/** A Cluster client asks for the slots again at most this often, ms. */
const REFRESH_EVERY_MS = 250;

const states = new WeakMap<RedisClient, ClientState>();

/** The state of a client, the same object for every caller. */
export function clientState(redis: RedisClient): ClientState {
  const known = states.get(redis);
  if (known) return known;
  const clocks = new Map<string, ServerClock>();
  const silent = new Map<string, number>();
  let refreshAt = 0;
  const state: ClientState = {
    breaks: 0,
    answered: (slot) => {
      if (silent.size > 0) silent.delete(nodeOf(redis, slot));
    },
    unanswered(slot) {
      const node = nodeOf(redis, slot);
      const attempts = (silent.get(node) ?? 0) + 1;
      silent.set(node, attempts);
      if (isCluster(redis) && performance.now() >= refreshAt) {
        refreshAt = performance.now() + REFRESH_EVERY_MS;
        redis.refreshSlotsCache();
      }
      if (attempts < DROP_AFTER) return;
      silent.delete(node);
      dropConnection(redis, node);
    },
    clockFor(slot) {
      const node = nodeOf(redis, slot);
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

/** The node that serves a slot; ioredis keeps the slot table: slot → node addresses, primary first. */
function nodeOf(redis: RedisClient, slot: number): string {
  return isCluster(redis) ? (redis.slots[slot]?.[0] ?? '') : '';
}

/** Ends a connection without waiting for the other side; the client connects again by itself. */
function dropConnection(redis: RedisClient, node: string): void {
  const clients = isCluster(redis) ? redis.nodes('all') : [redis];
  for (const client of clients) {
    const { host, port } = client.options;
    if (isCluster(redis) && `${host}:${port}` !== node) continue;
    const socket: unknown = Reflect.get(client, 'stream');
    if (isSocket(socket)) socket.destroy();
  }
}

function isSocket(value: unknown): value is { destroy(): void } {
  return typeof value === 'object' && value !== null && 'destroy' in value;
}
