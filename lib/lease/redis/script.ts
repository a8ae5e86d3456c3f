/** Running a Lua script by its hash, with its text only when the server does not know it. */

import type { Cluster, Redis } from 'ioredis';

/** A script as the generated `lua-scripts.ts` modules hold it. */
export interface LuaScript {
  name: string;
  sha1: string;
  source: string;
}

/** Any ioredis client that can run commands. */
export type RedisClient = Redis | Cluster;

/**
 * An ioredis client of any copy of versions 5.4 to 6, as the library is given it. By its shape,
 * since a program can have two copies of ioredis, whose classes are different types.
 */
export interface RedisLike {
  readonly status: string;
  readonly isCluster: boolean;
  readonly options: object;
  on(event: 'close', listener: () => void): unknown;
  evalsha(sha1: string, keyCount: number, ...args: (string | number | Buffer)[]): Promise<unknown>;
  eval(source: string, keyCount: number, ...args: (string | number | Buffer)[]): Promise<unknown>;
  disconnect(reconnect?: boolean): void;
}

/** The client as the library uses it: whatever has that shape is an ioredis client. */
export function clientOf(redis: RedisLike): RedisClient {
  return redis as RedisClient;
}

/** Whether a client talks to Redis Cluster. */
export function isCluster(redis: RedisClient): redis is Cluster {
  return redis.isCluster;
}

/** What a script may be given: text is sent as UTF-8, buffers byte for byte. */
export type ScriptArgument = string | number | Buffer;

/**
 * Runs a script; text in the reply is decoded as UTF-8. A server that lost its script cache is
 * sent the text. Rejects with the client's own error; see `toLeaseError`.
 */
export async function runScript(
  redis: RedisClient,
  script: LuaScript,
  keys: readonly ScriptArgument[],
  args: readonly ScriptArgument[],
): Promise<unknown> {
  try {
    return await redis.evalsha(script.sha1, keys.length, ...keys, ...args);
  } catch (error) {
    if (!isNoScript(error)) throw error;
    return redis.eval(script.source, keys.length, ...keys, ...args);
  }
}

/** As {@link runScript}, but text in the reply stays bytes: for keys and owners that are no UTF-8. */
export async function runScriptBuffer(
  redis: RedisClient,
  script: LuaScript,
  keys: readonly ScriptArgument[],
  args: readonly ScriptArgument[],
): Promise<unknown> {
  const shaAndCount = [script.sha1, keys.length];
  try {
    return await redis.callBuffer('EVALSHA', ...shaAndCount, ...keys, ...args);
  } catch (error) {
    if (!isNoScript(error)) throw error;
    return redis.callBuffer('EVAL', script.source, keys.length, ...keys, ...args);
  }
}

function isNoScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT');
}
